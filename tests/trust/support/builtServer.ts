import { type ChildProcess, spawn } from 'node:child_process';
import { measureCpuWaits } from './cpuWaits';
import { builtServer } from './requireBuild';

export interface BuiltServer {
  child: ChildProcess;
  /** Where it listens: `http://127.0.0.1:41234`. */
  address: string;
  /** Milliseconds from its start to its first successful /readyz. */
  readyAfter: number;
  /** How many of these milliseconds it waited for a CPU. */
  waited: number;
  /** Its output so far. */
  said(): string;
  /** Sends SIGKILL. Resolves when the process has ended. */
  kill(): Promise<void>;
  /** Sends SIGTERM. Resolves with the exit code. */
  stop(): Promise<number | null>;
  ended: Promise<number | null>;
}

/**
 * Starts the built server, or another release's `program`, on a free port and waits until it's ready. `under` is a
 * command that runs it, such as strace. Throws with its output if it ends.
 */
export async function startBuilt(
  environment: Record<string, string>,
  under: string[] = [],
  program = builtServer,
): Promise<BuiltServer> {
  const waitedOf = measureCpuWaits();
  const started = Date.now();
  const { child, said, ended } = spawnBuilt(environment, under, program);
  const address = await until(() => /Listening on (http:\/\/\S+)/.exec(said())?.[1], child, said);
  await until(() => fetch(`${address}/readyz`).then((answer) => answer.ok || undefined), child, said);
  return {
    child,
    address,
    readyAfter: Date.now() - started,
    waited: waitedOf(Number(child.pid)),
    said,
    ended,
    async kill() {
      signal(child, 'SIGKILL');
      await ended;
    },
    stop() {
      signal(child, 'SIGTERM');
      return ended;
    },
  };
}

/** Starts the server without waiting until it's ready. */
export function spawnBuilt(environment: Record<string, string>, under: string[] = [], program = builtServer) {
  const env = { PATH: process.env.PATH, PORT: '0', HOST: '127.0.0.1', LOG_LEVEL: 'error', ...environment };
  const [command = '', ...args] = [...under, process.execPath, program];
  const child = spawn(command, args, {
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  });
  const endWithUs = () => signal(child, 'SIGKILL');
  process.once('exit', endWithUs);
  child.once('close', () => process.off('exit', endWithUs));
  let text = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => {
      text += chunk;
    });
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve));
  return { child, said: () => text, ended };
}

/** Signals the whole group, because a wrapper command would end before its server. */
function signal(child: ChildProcess, name: 'SIGKILL' | 'SIGTERM'): void {
  if (child.pid && child.exitCode === null && child.signalCode === null) process.kill(-child.pid, name);
}

async function until<T>(
  look: () => T | undefined | Promise<T | undefined>,
  child: ChildProcess,
  said: () => string,
): Promise<T> {
  for (let waited = 0; waited < 120_000; waited += 20) {
    const found = await look();
    if (found !== undefined) return found;
    if (child.exitCode !== null || child.signalCode !== null) break;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  throw new Error(`The built server didn't start: ${said()}`);
}
