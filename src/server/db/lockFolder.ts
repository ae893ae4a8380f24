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
import texts from '../../../schemas/texts/operator.json';
import { fillText } from '../../model/fillText';
import { codeOf } from '../../model/paths';

const isWindows = process.platform === 'win32';

/**
 * Holds `folder` for this process until the function given back is called; makes it where it is missing. Rejects when a living process
 * holds it, from wherever it was started, and when it cannot be written to.
 *
 * Each process listens on a socket of a name of its own in the folder, then looks at the others': a socket dies with its process, so a
 * connection that is refused tells of a dead one. Of two that come at once the later look sees the other, so never do both go on; a
 * name is never used again, so a dead one can be removed at any time. The processes must run on one machine.
 */
export async function lockFolder(folder: string): Promise<() => void> {
  makeOwnFolder(folder);
  if (isWindows) return listenOnPipe(folder);
  for (;;) {
    const claim = await makeClaim(folder);
    const outcome = await contest(folder, claim).catch((error) => {
      claim.release();
      throw error;
    });
    if (outcome === 'won') return claim.release;
    claim.release();
    if (outcome === 'held') throw held(folder);
    await wait(Math.random() * 100);
  }
}

/** Rejects when a living process holds `folder`, or it cannot be written to; holds nothing itself. */
export async function requireFree(folder: string): Promise<void> {
  if (!existsSync(folder)) return;
  requireWritable(folder);
  if (isWindows) return (await listenOnPipe(folder))();
  const states = await Promise.all(claimsIn(folder).map((name) => stateOf(folder, name)));
  if (states.includes('held')) throw held(folder);
}

/**
 * Does `act` with an address of the socket `name` that lies in `folder`. Such an address ends at about 104 bytes, so a folder with a
 * longer path is reached through a link for as long as that takes.
 */
export async function atSocket<T>(folder: string, name: string, act: (address: string) => Promise<T>): Promise<T> {
  if (isWindows) return act(pipeOf(folder, name));
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

/** Has `server` listen on the socket `name` in `folder`, which no other user can reach. */
export function listenIn(folder: string, name: string, server: net.Server): Promise<void> {
  if (!isWindows) makeOwnFolder(path.join(folder, SOCKETS));
  return atSocket(folder, name, (address) => listen(server, address));
}

/** Takes away what lies at the socket's place. */
export function removeSocket(folder: string, name: string): void {
  if (!isWindows) rmSync(path.join(folder, SOCKETS, name), { force: true });
}

const SOCKETS = 'sockets';
const CLAIM = 'lock-';
const LONGEST_ADDRESS = 100;
/** Milliseconds in which a living process that is not busy says its state. */
const SAYS_WITHIN = 500;

type State = 'claiming' | 'held' | 'dead';

interface Claim {
  name: string;
  /** What whoever asks hears. */
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
  await listenIn(folder, name, server.unref());
  return claim;
}

/** Whether the claim is the only one that lives. Of several that come at once the first by name stays, and the others come again. */
async function contest(folder: string, claim: Claim): Promise<'won' | 'held' | 'later'> {
  for (;;) {
    const names = claimsIn(folder);
    // Somebody took it for dead in the moment before it could be heard.
    if (!names.includes(claim.name)) return 'later';
    const others = names.filter((name) => name !== claim.name);
    const states = await Promise.all(others.map((name) => stateOf(folder, name)));
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

const claimsIn = (folder: string) => {
  const sockets = path.join(folder, SOCKETS);
  return existsSync(sockets) ? readdirSync(sockets).filter((name) => name.startsWith(CLAIM)) : [];
};

/** A process that lives and does not say in time is taken to hold the folder. */
function stateOf(folder: string, name: string): Promise<State> {
  return atSocket(folder, name, async (address) => {
    const socket = net.connect(address);
    const refused = await new Promise<string | undefined>((resolve) => {
      socket.once('connect', () => resolve(undefined));
      socket.on('error', (error: NodeJS.ErrnoException) => resolve(error.code));
    });
    if (refused) return refused === 'ECONNREFUSED' || refused === 'ENOENT' ? 'dead' : 'held';
    const said = await Promise.race([text(socket).catch(() => ''), wait(SAYS_WITHIN, '', { ref: false })]);
    socket.destroy();
    return said === 'claiming' ? said : 'held';
  });
}

/** A pipe's name is the whole machine's and exclusive, and ends with its process. */
async function listenOnPipe(folder: string): Promise<() => void> {
  const server = net.createServer((socket) => socket.destroy()).unref();
  await listen(server, pipeOf(folder, 'lock')).catch((error: NodeJS.ErrnoException) => {
    throw error.code === 'EADDRINUSE' ? held(folder) : error;
  });
  return () => server.close();
}

function pipeOf(folder: string, name: string): string {
  const hash = createHash('sha256').update(realpathSync(folder)).digest('hex').slice(0, 24);
  return `\\\\.\\pipe\\rental-${hash}.${name}`;
}

function listen(server: net.Server, address: string): Promise<void> {
  return new Promise((resolve, reject) => server.once('error', reject).listen(address, resolve));
}

const held = (folder: string) => new Error(fillText(texts.inUse, { folder }));

/** For whatever may hold what nobody else on this machine should read: its user only. */
export const ownFolder = 0o700;
export const ownFile = 0o600;

/** Makes a folder for this user only; one that is there keeps its rights. Throws in words when it cannot be made or written to. */
export function makeOwnFolder(folder: string): void {
  try {
    mkdirSync(folder, { recursive: true, mode: ownFolder });
  } catch (cause) {
    throw unwritable(folder, cause);
  }
  requireWritable(folder);
}

/** Throws in words when a folder cannot be written to. */
export function requireWritable(folder: string): void {
  try {
    accessSync(folder, constants.W_OK | constants.X_OK);
  } catch (cause) {
    throw unwritable(folder, cause);
  }
}

/** Takes the rights of others from a folder that an earlier version, or a copy, left open to them; nothing where there is none. */
export function closeToOthers(folder: string): void {
  if (!existsSync(folder)) return;
  try {
    chmodSync(folder, ownFolder);
  } catch (cause) {
    // It belongs to another user, who shares it with this one on purpose.
    if (codeOf(cause) !== 'EPERM') throw cause;
  }
}

const unwritable = (folder: string, cause: unknown) => new Error(fillText(texts.unwritable, { folder }), { cause });
