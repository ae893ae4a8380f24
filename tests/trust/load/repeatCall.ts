import { connect } from 'node:net';

export interface Call {
  method: string;
  path: string;
  headers?: Record<string, string>;
  body?: string;
}

export interface RepeatResult {
  /** Milliseconds of each call with a response. */
  times: number[];
  /** Responses other than 200. */
  refused: number;
}

/**
 * Repeats a call on its own connection for some seconds. The client is minimal, because it shares the CPU with the
 * measured server. Rejects if the connection breaks.
 */
export function repeatCall(address: string, call: Call, seconds: number): Promise<RepeatResult> {
  const { hostname, port, host } = new URL(address);
  const request = write(call, host);
  const until = performance.now() + seconds * 1000;
  const result: RepeatResult = { times: [], refused: 0 };
  return new Promise((resolve, reject) => {
    const socket = connect(Number(port), hostname);
    let since = 0;
    let answer = '';
    const ask = () => {
      answer = '';
      since = performance.now();
      socket.write(request);
    };
    socket.on('connect', ask).on('error', reject);
    socket.on('close', () =>
      performance.now() < until ? reject(new Error('The connection was closed')) : resolve(result),
    );
    socket.on('data', (chunk) => {
      answer += chunk.toString('latin1');
      if (!isWhole(answer)) return;
      const now = performance.now();
      result.times.push(now - since);
      if (!answer.startsWith('HTTP/1.1 200')) result.refused += 1;
      if (now < until) ask();
      else socket.destroy();
    });
  });
}

function write({ method, path, headers = {}, body = '' }: Call, host: string): Buffer {
  const all = { host, ...headers, ...(body && { 'content-length': String(Buffer.byteLength(body)) }) };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
  return Buffer.from(`${method} ${path} HTTP/1.1\r\n${lines.join('')}\r\n${body}`);
}

function isWhole(answer: string): boolean {
  const end = answer.indexOf('\r\n\r\n');
  const length = /content-length: (\d+)/i.exec(answer)?.[1];
  return end > 0 && answer.length >= end + 4 + Number(length);
}
