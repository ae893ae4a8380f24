import { timingSafeEqual } from 'node:crypto';
import { existsSync } from 'node:fs';
import net from 'node:net';
import { text } from 'node:stream/consumers';
import { readKey } from '../crypto/seal';
import { listenInFolder, removeSocket, withSocketAddress } from './lockFolder';

/** `code`: 0 for success, 1 for failure, 2 for wrong usage. */
export interface CommandResult {
  lines: string[];
  error?: string;
  code: 0 | 1 | 2;
}

interface OperatorCommand {
  args: string[];
  cwd: string;
}

const MAX_BYTES = 64 * 1024;
const SOCKET = 'portal';

/**
 * Runs operators' commands on the embedded database. A key file protects the socket, because not every system checks a
 * socket's owner. Returns a stop function.
 */
export async function listenForCommands(
  folder: string,
  run: (command: OperatorCommand) => Promise<CommandResult>,
  report: (error: unknown) => void,
): Promise<() => void> {
  const key = readKey(undefined, 'operator.key', folder);
  const server = net.createServer({ allowHalfOpen: true }, (socket) => {
    socket.on('error', report);
    answerCommand(socket, key, run).catch((error) => {
      report(error);
      socket.destroy();
    });
  });
  // This process has the folder's lock, so no other process uses the socket.
  removeSocket(folder, SOCKET);
  await listenInFolder(folder, SOCKET, server);
  server.unref();
  return () => {
    server.close();
    removeSocket(folder, SOCKET);
  };
}

async function answerCommand(
  socket: net.Socket,
  key: Buffer,
  run: (command: OperatorCommand) => Promise<CommandResult>,
): Promise<void> {
  const command: OperatorCommand & { key: string } = JSON.parse(await readLimited(socket));
  const given = Buffer.from(String(command.key), 'base64');
  if (given.length !== key.length || !timingSafeEqual(given, key)) return void socket.destroy();
  const outcome = await run(command).catch(
    (error: Error): CommandResult => ({ lines: [], error: error.message, code: 1 }),
  );
  socket.end(JSON.stringify(outcome));
}

function readLimited(socket: net.Socket): Promise<string> {
  const parts: Buffer[] = [];
  let size = 0;
  return new Promise((resolve, reject) => {
    socket.on('data', (part: Buffer) => {
      size += part.length;
      if (size > MAX_BYTES) reject(new Error('The command sent to the operator socket is too long'));
      else parts.push(part);
    });
    socket.once('end', () => resolve(Buffer.concat(parts).toString()));
    socket.once('error', reject);
  });
}

/** Runs a command on the server. Returns undefined if no server is running. Throws if the connection breaks. */
export async function runOnServer(folder: string, command: OperatorCommand): Promise<CommandResult | undefined> {
  if (!existsSync(folder)) return undefined;
  const socket = await withSocketAddress(folder, SOCKET, connect);
  if (!socket) return undefined;
  const key = readKey(undefined, 'operator.key', folder).toString('base64');
  socket.end(JSON.stringify({ ...command, key }));
  const answer = await text(socket);
  if (!answer) throw new Error('The running server closed the connection. Check its log.');
  return JSON.parse(answer);
}

function connect(file: string): Promise<net.Socket | undefined> {
  return new Promise((resolve) => {
    const socket = net.connect({ path: file, allowHalfOpen: true });
    socket.once('connect', () => resolve(socket));
    socket.once('error', () => resolve(undefined));
  });
}
