import { Agent, createServer, request as forward } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface Balancer {
  address: string;
  close(): void;
}

/** The plainest load balancer there is: each call to the next process. */
export async function startBalancer(targets: readonly string[]): Promise<Balancer> {
  const agent = new Agent({ keepAlive: true });
  let turn = 0;
  // Longer than any client keeps a connection: closed by both at once, one would break under a call.
  const server = createServer({ keepAliveTimeout: 60_000 }, (incoming, outgoing) => {
    const target = targets[turn++ % targets.length];
    const { method, headers, url } = incoming;
    const onward = forward(`${target}${url}`, { method, headers, agent }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(outgoing);
    });
    onward.on('error', () => outgoing.destroy());
    incoming.pipe(onward);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close() {
      server.closeAllConnections();
      server.close();
      agent.destroy();
    },
  };
}
