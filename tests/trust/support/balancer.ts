import { Agent, createServer, request as forward } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import { type Listening, listenLocally } from '../../support/listenLocally';

const IDLE_MS = 30_000;

export interface Balancer extends Listening {
  /** Resolves when no call to `target` is in progress. */
  drain(target: string): Promise<void>;
}

/**
 * A minimal load balancer: each call goes to the next of the current `targets`, and fails if that one is down. With
 * `keepsApplicants`, an applicant's calls all go to the same one, as docs/deploy.md requires while two releases run.
 */
export async function startBalancer(
  targets: readonly string[],
  { keepsApplicants = false }: { keepsApplicants?: boolean } = {},
): Promise<Balancer> {
  // Shorter than the server's timeout, like an actual load balancer.
  const agent = new Agent({ keepAlive: true, timeout: IDLE_MS });
  let turn = 0;
  const underWay = new Map<string, number>();
  const count = (target: string, by: number) => underWay.set(target, (underWay.get(target) ?? 0) + by);
  // Longer than any client's timeout. If both closed a connection at once, a call could break.
  const server = createServer({ keepAliveTimeout: 60_000 }, (incoming, outgoing) => {
    const trn = keepsApplicants && incoming.headers.trn_id;
    const target = targets[(trn ? sumOf(String(trn)) : turn++) % targets.length] ?? '';
    count(target, 1);
    outgoing.once('close', () => count(target, -1));
    const { method, headers, url } = incoming;
    const onward = forward(`${target}${url}`, { method, headers, agent }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.on('error', () => outgoing.destroy()).pipe(outgoing);
    });
    onward.on('error', () => outgoing.destroy());
    incoming.pipe(onward);
  });
  const { address, close } = await listenLocally(server);
  return {
    address,
    async drain(target) {
      while ((underWay.get(target) ?? 0) > 0) await wait(20);
    },
    close() {
      close();
      agent.destroy();
    },
  };
}

/** Distributes applicants over processes. */
const sumOf = (text: string): number => [...text].reduce((sum, letter) => sum + letter.charCodeAt(0), 0);
