import { Agent, request } from 'node:http';

export interface LeanClient {
  /** Gives the status; nothing of the answer is kept. */
  send(method: string, url: string, headers?: Record<string, string>, body?: string): Promise<number>;
  close(): void;
}

/** As little of a client as can be: what it takes of the processor is missing to the server it measures. */
export function leanClient(address: string, connections: number): LeanClient {
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  const { hostname, port } = new URL(address);
  return {
    send: (method, path, headers = {}, body) =>
      new Promise((resolve, reject) => {
        const length = body
          ? { 'content-type': 'application/json', 'content-length': String(Buffer.byteLength(body)) }
          : {};
        const call = request({ hostname, port, method, path, agent, headers: { ...headers, ...length } }, (answer) => {
          answer.resume().on('end', () => resolve(answer.statusCode ?? 0));
        });
        call.on('error', reject);
        call.end(body);
      }),
    close: () => agent.destroy(),
  };
}
