import { type ChildProcess, spawn } from 'node:child_process';
import { findRoot } from '../../src/server/platform/config';

export interface StartedProcess {
  child: ChildProcess;
  ended: Promise<number | null>;
  said(): string;
  /** Returns the first group of the first match in its output. */
  until(pattern: RegExp): Promise<string>;
}

/** Node's arguments for the server: the build if `npm test` just made it (tests/run/main.ts), else the sources. */
const SERVER = process.env.BUILT_SERVER ? ['dist/server/main.js'] : ['--import', 'tsx', 'src/server/main.ts'];

/** Starts the server as a process: this project's, or the packaged one in `folder`. */
export function startProcess(environment: Record<string, string>, folder?: string): StartedProcess {
  const env = { PATH: process.env.PATH, ...environment };
  const child = spawn(process.execPath, folder ? ['dist/server/main.js'] : SERVER, {
    cwd: folder ?? findRoot(),
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let text = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk) => {
      text += chunk;
    });
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve));
  return {
    child,
    ended,
    said: () => text,
    async until(pattern) {
      for (let i = 0; i < 1000 && !pattern.test(text) && child.exitCode === null; i++)
        await new Promise((resolve) => setTimeout(resolve, 100));
      const found = pattern.exec(text)?.[1];
      if (!found) throw new Error(`The process didn't print ${pattern}: ${text}`);
      return found;
    },
  };
}
