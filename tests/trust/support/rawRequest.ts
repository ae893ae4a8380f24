import net from 'node:net';

export interface RawRequest {
  method: string;
  path: string;
  /** Sent unchanged, including duplicates. */
  headers: [string, string][];
  body?: Buffer;
  /** Sends this much of the body and ends the connection. */
  cutAt?: number;
}

export interface RawAnswer {
  /** 0 if the connection ended without a response. */
  status: number;
  ms: number;
  head: string;
  body: string;
}

const TIMEOUT_MS = 20_000;

/** Sends a request's bytes unchanged, valid or not, on a separate connection. */
export function sendRaw(port: number, request: RawRequest): Promise<RawAnswer> {
  const started = Date.now();
  return new Promise((resolve) => {
    const chunks: Buffer[] = [];
    const socket = net.connect(port, '127.0.0.1', () => write(socket, request));
    socket.setTimeout(TIMEOUT_MS, () => socket.destroy());
    socket.on('data', (chunk) => chunks.push(chunk));
    // A reset also ends the response. What matters is what arrived before.
    socket.on('error', () => {});
    socket.on('close', () => resolve({ ...parse(Buffer.concat(chunks).toString('latin1')), ms: Date.now() - started }));
  });
}

/** Returns the first line and the headers of a request. */
export function headOf({ method, path, headers, body }: RawRequest): string {
  const hasLength = headers.some(([name]) => /^(content-length|transfer-encoding)$/i.test(name));
  const length: [string, string][] = body && !hasLength ? [['content-length', String(body.length)]] : [];
  const all: [string, string][] = [['host', 'localhost'], ['connection', 'close'], ...headers, ...length];
  return `${method} ${path} HTTP/1.1\r\n${all.map(([name, value]) => `${name}: ${value}\r\n`).join('')}\r\n`;
}

function write(socket: net.Socket, request: RawRequest): void {
  socket.write(Buffer.from(headOf(request), 'latin1'));
  const { body, cutAt } = request;
  if (body) socket.write(body.subarray(0, cutAt ?? body.length));
  if (cutAt !== undefined) socket.end();
}

function parse(text: string): Omit<RawAnswer, 'ms'> {
  const end = text.indexOf('\r\n\r\n');
  const head = end < 0 ? text : text.slice(0, end);
  return { status: Number(/^HTTP\/1\.1 (\d{3})/.exec(head)?.[1] ?? 0), head, body: end < 0 ? '' : text.slice(end + 4) };
}
