import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { existsSync, openSync, readFileSync } from 'node:fs';
import path from 'node:path';

export interface Processes {
  /** User who runs the processes, because PostgreSQL refuses root. */
  user?: { uid: number; gid: number };
  /** Starts a process. Its output goes to `<name>.log`. */
  start(name: string, command: string, args: string[]): void;
  isRunning(name: string): boolean;
  /** Sends SIGKILL to a process, to `also`, and to all their children. */
  killTree(name: string, also?: number): void;
  stopAll(): void;
  /** Returns the end of a process's output. */
  said(name: string): string;
}

export function createProcesses(folder: string): Processes {
  const running = new Map<string, ChildProcess>();
  const user = process.getuid?.() === 0 ? { uid: idOf('-u'), gid: idOf('-g') } : undefined;
  const log = (name: string) => path.join(folder, `${name}.log`);
  const stopAll = () => {
    for (const { pid } of running.values()) kill(treeOf(pid));
  };
  process.once('exit', stopAll);
  return {
    user,
    start(name, command, args) {
      const output = openSync(log(name), 'a');
      const child = spawn(command, args, { ...user, cwd: folder, stdio: ['ignore', output, output], detached: true });
      running.set(name, child);
    },
    isRunning: (name) => isAlive(running.get(name)),
    killTree(name, also) {
      kill([...treeOf(running.get(name)?.pid), ...treeOf(also)]);
    },
    stopAll() {
      process.off('exit', stopAll);
      stopAll();
    },
    said: (name) => (existsSync(log(name)) ? readFileSync(log(name), 'utf8').slice(-1500) : ''),
  };
}

const idOf = (option: string) => Number(spawnSync('id', [option, 'postgres'], { encoding: 'utf8' }).stdout);

const isAlive = (child: ChildProcess | undefined) =>
  child !== undefined && child.exitCode === null && child.signalCode === null;

function treeOf(pid: number | undefined): number[] {
  if (!pid) return [];
  const { stdout } = spawnSync('pgrep', ['-P', String(pid)], { encoding: 'utf8' });
  return [
    pid,
    ...stdout
      .split('\n')
      .filter(Boolean)
      .flatMap((child) => treeOf(Number(child))),
  ];
}

function kill(pids: readonly number[]): void {
  for (const pid of pids)
    try {
      process.kill(pid, 'SIGKILL');
    } catch {
      // The process has just ended.
    }
}
