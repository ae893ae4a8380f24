import { type ChildProcess, spawn } from 'node:child_process';
import path from 'node:path';
import { findRoot } from '../../src/server/config';

export interface StartedProcess {
  child: ChildProcess;
  ended: Promise<number | null>;
  said(): string;
  /** The first group of the first match in what it says. */
  until(pattern: RegExp): Promise<string>;
}

/** The server from its sources as a process of its own. */
export function startProcess(environment: Record<string, string>): StartedProcess {
  const script = path.join(findRoot(), 'src/server/main.ts');
  const env = { PATH: process.env.PATH, ...environment };
  const child = spawn(process.execPath, ['--import', 'tsx', script], {
    cwd: findRoot(),
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
      if (!found) throw new Error(`The process did not say ${pattern}: ${text}`);
      return found;
    },
  };
}
