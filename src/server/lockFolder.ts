import { createHash } from 'node:crypto';
import { existsSync, realpathSync, rmSync } from 'node:fs';
import net from 'node:net';
import os from 'node:os';
import path from 'node:path';

/**
 * Holds `folder` for this process until the function given back is called.
 * A socket dies with its process, so a lock left behind is told by a refused connection and taken over.
 * Rejects when a living process holds it.
 */
export function lockFolder(folder: string): Promise<() => void> {
  return listen(socketPath(folder, 'lock'), folder);
}

/** Rejects when a living process holds `folder`; holds nothing itself. */
export async function demandFree(folder: string): Promise<void> {
  if (existsSync(folder) && (await isHeld(socketPath(folder, 'lock')))) throw held(folder);
}

/**
 * Where a socket that belongs to `folder` lies: paths of sockets end at about 107 bytes, so it is in the temporary folder
 * under a hash of the folder's path. `ending` tells apart what it is for.
 */
export function socketPath(folder: string, ending: string): string {
  const name = `rental-${createHash('sha256').update(realpathSync(folder)).digest('hex').slice(0, 24)}.${ending}`;
  return process.platform === 'win32' ? `\\\\.\\pipe\\${name}` : path.join(os.tmpdir(), name);
}

function listen(file: string, folder: string): Promise<() => void> {
  return new Promise((resolve, reject) => {
    const server = net.createServer((socket) => socket.destroy()).unref();
    server.once('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'EADDRINUSE') resolve(takeOver(file, folder));
      else reject(error);
    });
    server.listen(file, () => resolve(() => server.close()));
  });
}

async function takeOver(file: string, folder: string): Promise<() => void> {
  if (await isHeld(file)) throw held(folder);
  rmSync(file, { force: true });
  return listen(file, folder);
}

function isHeld(file: string): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = net.connect(file);
    socket.once('connect', () => {
      socket.destroy();
      resolve(true);
    });
    socket.once('error', () => resolve(false));
  });
}

const held = (folder: string) => new Error(`${folder}: another process is using this data directory`);
