import { timingSafeEqual } from 'node:crypto';
import { existsSync } from 'node:fs';
import net from 'node:net';
import { text } from 'node:stream/consumers';
import { readKey } from '../crypto/seal';
import { atSocket, listenIn, removeSocket } from './lockFolder';

/** What `npm run portal` printed and how it ended: 0 done, 1 refused, 2 not understood. */
export interface Outcome {
  lines: string[];
  error?: string;
  code: 0 | 1 | 2;
}

interface Order {
  args: string[];
  cwd: string;
}

const mostBytes = 64 * 1024;
const SOCKET = 'portal';

/**
 * Lets the operator's commands reach the process that holds the embedded database of `folder`: a socket in it, in a place for this user
 * only, and a key that lies there too, since not every system guards sockets by their owner. Gives the function that ends it.
 */
export async function listenToOperator(
  folder: string,
  run: (order: Order) => Promise<Outcome>,
  report: (error: unknown) => void,
): Promise<() => void> {
  const key = readKey(undefined, 'operator.key', folder);
  const server = net.createServer({ allowHalfOpen: true }, (socket) => {
    socket.on('error', report);
    answerOrder(socket, key, run).catch((error) => {
      report(error);
      socket.destroy();
    });
  });
  // Whoever holds the folder's lock owns this place too; what lies here was left behind.
  removeSocket(folder, SOCKET);
  await listenIn(folder, SOCKET, server);
  server.unref();
  return () => {
    server.close();
    removeSocket(folder, SOCKET);
  };
}

async function answerOrder(socket: net.Socket, key: Buffer, run: (order: Order) => Promise<Outcome>): Promise<void> {
  const order: Order & { key: string } = JSON.parse(await readBounded(socket));
  const given = Buffer.from(String(order.key), 'base64');
  if (given.length !== key.length || !timingSafeEqual(given, key)) return void socket.destroy();
  const outcome = await run(order).catch((error: Error): Outcome => ({ lines: [], error: error.message, code: 1 }));
  socket.end(JSON.stringify(outcome));
}

/** What is said until the other side is done; the socket stays open for the answer. Rejects when it is too much for a command. */
function readBounded(socket: net.Socket): Promise<string> {
  const parts: Buffer[] = [];
  let size = 0;
  return new Promise((resolve, reject) => {
    socket.on('data', (part: Buffer) => {
      size += part.length;
      if (size > mostBytes) reject(new Error('An order to the operator socket is too long'));
      else parts.push(part);
    });
    socket.once('end', () => resolve(Buffer.concat(parts).toString()));
    socket.once('error', reject);
  });
}

/** Has the server that holds `folder` do it; undefined where none is running. Throws when it breaks off. */
export async function askServer(folder: string, order: Order): Promise<Outcome | undefined> {
  if (!existsSync(folder)) return undefined;
  const socket = await atSocket(folder, SOCKET, connect);
  if (!socket) return undefined;
  const key = readKey(undefined, 'operator.key', folder).toString('base64');
  socket.end(JSON.stringify({ ...order, key }));
  const answer = await text(socket);
  if (!answer) throw new Error('The running server broke off; its log says why.');
  return JSON.parse(answer);
}

function connect(file: string): Promise<net.Socket | undefined> {
  return new Promise((resolve) => {
    const socket = net.connect({ path: file, allowHalfOpen: true });
    socket.once('connect', () => resolve(socket));
    socket.once('error', () => resolve(undefined));
  });
}
