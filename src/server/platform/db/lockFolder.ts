import { createHash, randomBytes } from 'node:crypto';
import {
  accessSync,
  chmodSync,
  constants,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  realpathSync,
  rmSync,
  symlinkSync,
} from 'node:fs';
import net from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout as wait } from 'node:timers/promises';
import { messages } from '../../../messages/serverMessages';
import { getErrorCode } from '../../../model/answers/paths';
import { fillText } from '../../../model/messages/fillText';

const isWindows = process.platform === 'win32';

/**
 * Locks `folder` and returns an unlock function. Rejects if another process on this machine has the lock. Each process
 * listens on its own socket, so the lock ends when the process ends.
 */
export async function lockFolder(folder: string): Promise<() => void> {
  makePrivateFolder(folder);
  if (isWindows) return listenOnPipe(folder);
  for (;;) {
    const claim = await makeClaim(folder);
    const outcome = await tryToLock(folder, claim).catch((error) => {
      claim.release();
      throw error;
    });
    if (outcome === 'won') return claim.release;
    claim.release();
    if (outcome === 'held') throw inUseError(folder);
    await wait(Math.random() * 100);
  }
}

export async function requireUnlocked(folder: string): Promise<void> {
  if (!existsSync(folder)) return;
  requireWritable(folder);
  if (isWindows) return (await listenOnPipe(folder))();
  const states = await Promise.all(listClaims(folder).map((name) => readState(folder, name)));
  if (states.includes('held')) throw inUseError(folder);
}

/**
 * Passes a socket's address to `act`. Addresses are limited to about 104 bytes, so a longer path uses a temporary link.
 */
export async function withSocketAddress<T>(
  folder: string,
  name: string,
  act: (address: string) => Promise<T>,
): Promise<T> {
  if (isWindows) return act(pipePath(folder, name));
  const direct = path.join(folder, SOCKETS, name);
  if (Buffer.byteLength(direct) <= LONGEST_ADDRESS) return act(direct);
  const short = mkdtempSync(path.join(os.tmpdir(), 'rental-'));
  try {
    symlinkSync(path.resolve(folder, SOCKETS), path.join(short, 's'));
    return await act(path.join(short, 's', name));
  } finally {
    rmSync(short, { recursive: true });
  }
}

export function listenInFolder(folder: string, name: string, server: net.Server): Promise<void> {
  if (!isWindows) makePrivateFolder(path.join(folder, SOCKETS));
  return withSocketAddress(folder, name, (address) => listen(server, address));
}

export function removeSocket(folder: string, name: string): void {
  if (!isWindows) rmSync(path.join(folder, SOCKETS, name), { force: true });
}

const SOCKETS = 'sockets';
const CLAIM = 'lock-';
const LONGEST_ADDRESS = 100;
/** Milliseconds. */
const ANSWER_TIMEOUT = 500;

type State = 'claiming' | 'held' | 'dead';

interface Claim {
  name: string;
  state: State;
  release(): void;
}

async function makeClaim(folder: string): Promise<Claim> {
  const name = `${CLAIM}${randomBytes(8).toString('hex')}`;
  const server = net.createServer((socket) => {
    socket.on('error', () => {});
    socket.end(claim.state);
  });
  const claim: Claim = {
    name,
    state: 'claiming',
    release() {
      server.close();
      removeSocket(folder, name);
    },
  };
  await listenInFolder(folder, name, server.unref());
  return claim;
}

async function tryToLock(folder: string, claim: Claim): Promise<'won' | 'held' | 'later'> {
  for (;;) {
    const names = listClaims(folder);
    // Another process considered this one dead and removed its socket.
    if (!names.includes(claim.name)) return 'later';
    const others = names.filter((name) => name !== claim.name);
    const states = await Promise.all(others.map((name) => readState(folder, name)));
    for (const [n, name] of others.entries()) if (states[n] === 'dead') removeSocket(folder, name);
    const living = others.filter((_, n) => states[n] !== 'dead');
    if (states.includes('held')) return 'held';
    if (living.length === 0) {
      claim.state = 'held';
      return 'won';
    }
    if (living.some((name) => name < claim.name)) return 'later';
    await wait(20);
  }
}

const listClaims = (folder: string) => {
  const sockets = path.join(folder, SOCKETS);
  return existsSync(sockets) ? readdirSync(sockets).filter((name) => name.startsWith(CLAIM)) : [];
};

/** Returns `held` if the process doesn't answer in time. */
function readState(folder: string, name: string): Promise<State> {
  return withSocketAddress(folder, name, async (address) => {
    const socket = net.connect(address);
    const refused = await new Promise<string | undefined>((resolve) => {
      socket.once('connect', () => resolve(undefined));
      socket.on('error', (error: NodeJS.ErrnoException) => resolve(error.code));
    });
    if (refused) return refused === 'ECONNREFUSED' || refused === 'ENOENT' ? 'dead' : 'held';
    const reply = await Promise.race([text(socket).catch(() => ''), wait(ANSWER_TIMEOUT, '', { ref: false })]);
    socket.destroy();
    return reply === 'claiming' ? reply : 'held';
  });
}

/** Windows frees a pipe's name when its process ends. */
async function listenOnPipe(folder: string): Promise<() => void> {
  const server = net.createServer((socket) => socket.destroy()).unref();
  await listen(server, pipePath(folder, 'lock')).catch((error: NodeJS.ErrnoException) => {
    throw error.code === 'EADDRINUSE' ? inUseError(folder) : error;
  });
  return () => server.close();
}

function pipePath(folder: string, name: string): string {
  const hash = createHash('sha256').update(realpathSync(folder)).digest('hex').slice(0, 24);
  return `\\\\.\\pipe\\rental-${hash}.${name}`;
}

function listen(server: net.Server, address: string): Promise<void> {
  return new Promise((resolve, reject) => server.once('error', reject).listen(address, resolve));
}

const inUseError = (folder: string) => new Error(fillText(messages('operator').inUse, { folder }));

export const PRIVATE_FOLDER = 0o700;
export const PRIVATE_FILE = 0o600;

export function makePrivateFolder(folder: string): void {
  try {
    mkdirSync(folder, { recursive: true, mode: PRIVATE_FOLDER });
  } catch (cause) {
    throw unwritableError(folder, cause);
  }
  requireWritable(folder);
}

export function requireWritable(folder: string): void {
  try {
    accessSync(folder, constants.W_OK | constants.X_OK);
  } catch (cause) {
    throw unwritableError(folder, cause);
  }
}

export function restrictToUser(folder: string): void {
  if (!existsSync(folder)) return;
  try {
    chmodSync(folder, PRIVATE_FOLDER);
  } catch (cause) {
    // Another user owns the folder, so its mode can't be changed.
    if (getErrorCode(cause) !== 'EPERM') throw cause;
  }
}

const unwritableError = (folder: string, cause: unknown) =>
  new Error(fillText(messages('operator').unwritable, { folder }), { cause });
