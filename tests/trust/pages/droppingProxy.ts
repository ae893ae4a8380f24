import { createServer, request as forward, type IncomingMessage } from 'node:http';
import { type Listening, listenLocally } from '../../support/listenLocally';
import { callOf } from './calls';

export interface DroppingProxy extends Listening {
  /** Lost responses by route. */
  lost: Map<string, number>;
  /** From now on, every call counts as new. */
  forget(): void;
}

/**
 * A proxy that drops the first successful response to each change once the server has sent it completely. It passes all
 * others.
 */
export async function startDroppingProxy(target: string): Promise<DroppingProxy> {
  const lost = new Map<string, number>();
  const losses = createLosses();
  const server = createServer((incoming, outgoing) => {
    const { method = 'GET', headers, url = '' } = incoming;
    const hangUp = () => outgoing.destroy();
    const onward = forward(target + url, { method, headers }, (answer) => {
      if (Number(answer.statusCode) < 300 && losses.isNext(incoming)) {
        const route = callOf(method, url);
        lost.set(route, (lost.get(route) ?? 0) + 1);
        return void answer.resume().on('end', hangUp);
      }
      // Browsers repeat a request on a broken keep-alive connection, which would hide the loss from the page.
      outgoing.writeHead(answer.statusCode ?? 502, { ...answer.headers, connection: 'close' });
      answer.on('error', hangUp).pipe(outgoing);
    });
    onward.on('error', hangUp);
    outgoing.on('close', () => onward.destroy());
    incoming.pipe(onward);
  });
  return { ...(await listenLocally(server)), lost, forget: losses.forget };
}

/**
 * Drops the first response for each Idempotency-Key. For calls without a key, drops every other response per address.
 */
function createLosses(): { isNext(call: IncomingMessage): boolean; forget(): void } {
  const once = new Set<string>();
  return {
    forget: () => once.clear(),
    isNext({ method = 'GET', url = '', headers }) {
      if (['GET', 'HEAD', 'OPTIONS'].includes(method) || !url.startsWith('/api/')) return false;
      const key = headers['idempotency-key'];
      const act = `${method} ${url} ${key ?? ''}`;
      if (!once.has(act)) return Boolean(once.add(act));
      if (!key) once.delete(act);
      return false;
    },
  };
}
