import { spawn } from 'node:child_process';

/** How often it is looked whether npm is still there, in milliseconds. */
const LOOK_EVERY = 500;

/**
 * Runs the server by these arguments of node in this terminal, and ends with it. It never stays behind: signals are passed on, a channel tells
 * it when this process is gone, and when npm, which started this one, is gone, it is ended too.
 */
export function runServer(args: string[]): void {
  const server = spawn(process.execPath, args, { stdio: ['inherit', 'inherit', 'inherit', 'ipc'] });
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => server.kill(signal));
  server.on('exit', (code) => process.exit(code ?? 1));
  const parent = process.ppid;
  const isByNpm = process.env.npm_lifecycle_event === 'start';
  if (isByNpm) setInterval(() => process.ppid !== parent && server.kill('SIGTERM'), LOOK_EVERY).unref();
}
