import { createServer, request as forward } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface DroppingProxy {
  address: string;
  close(): void;
}

/** A proxy that passes every call on, waits for its whole answer, and then hangs up without giving it. */
export async function dropAnswers(target: string): Promise<DroppingProxy> {
  const server = createServer((incoming, outgoing) => {
    const { method, headers, url } = incoming;
    const hangUp = () => outgoing.destroy();
    const onward = forward(target + url, { method, headers }, (answer) => answer.resume().on('end', hangUp));
    onward.on('error', hangUp);
    incoming.pipe(onward);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}
