import { connect, type Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import type { Config } from '../config';

export class ScannerUnavailable extends Error {}

export interface VirusScanner {
  /** Throws `ScannerUnavailable` if ClamAV doesn't answer or can't scan the file. */
  isInfected(content: Buffer): Promise<boolean>;
}

const CLEAN: VirusScanner = { isInfected: async () => false };

const DEADLINE = 20_000;

/** Without CLAMAV_URL, every file counts as clean. */
export function createVirusScanner({ clamavUrl }: Pick<Config, 'clamavUrl'>, deadline = DEADLINE): VirusScanner {
  if (!clamavUrl) return CLEAN;
  return {
    async isInfected(content) {
      const reply = await sendCommand(clamavUrl, 'INSTREAM', deadline, content);
      if (reply.endsWith(' FOUND')) return true;
      if (reply === 'stream: OK') return false;
      throw new ScannerUnavailable(`ClamAV responded: ${reply}`);
    },
  };
}

export async function pingScanner(url: string, deadline = 5000): Promise<void> {
  const reply = await sendCommand(url, 'PING', deadline);
  if (reply !== 'PONG') throw new ScannerUnavailable(`ClamAV responded: ${reply}`);
}

/** Opens a connection for each command, because clamd closes the connection after its reply. */
async function sendCommand(url: string, command: string, deadline: number, content?: Buffer): Promise<string> {
  const socket = open(url);
  const late = wait(deadline, undefined, { ref: false }).then(() => {
    throw new Error(`no response within ${deadline} ms`);
  });
  try {
    socket.write(`z${command}\0`);
    if (content) sendStream(socket, content);
    return await Promise.race([readAnswer(socket), late]);
  } catch (cause) {
    throw new ScannerUnavailable(`ClamAV at ${url}: ${(cause as Error).message}`, { cause });
  } finally {
    late.catch(() => {});
    socket.destroy();
  }
}

function open(url: string): Socket {
  const { protocol, hostname, port, pathname } = new URL(url);
  return protocol === 'unix:' ? connect(pathname) : connect(Number(port), hostname);
}

const CHUNK = 64 * 1024;

function sendStream(socket: Socket, content: Buffer): void {
  for (let start = 0; start < content.length; start += CHUNK) {
    const chunk = content.subarray(start, start + CHUNK);
    socket.write(encodeLength(chunk));
    socket.write(chunk);
  }
  socket.write(encodeLength(Buffer.alloc(0)));
}

function encodeLength({ length }: Buffer): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(length);
  return bytes;
}

async function readAnswer(socket: Socket): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of socket) chunks.push(chunk);
  return Buffer.concat(chunks).toString().replace(/\0$/, '').trim();
}
