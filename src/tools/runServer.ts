import { spawn } from 'node:child_process';

const CHECK_INTERVAL_MS = 500;

/** Runs the server, forwards signals and exits with the server's code. The server stops if this process or npm ends. */
export function runServer(args: string[]): void {
  const server = spawn(process.execPath, args, { stdio: ['inherit', 'inherit', 'inherit', 'ipc'] });
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => server.kill(signal));
  server.on('exit', (code) => process.exit(code ?? 1));
  const parent = process.ppid;
  const isByNpm = process.env.npm_lifecycle_event === 'start';
  if (isByNpm) setInterval(() => process.ppid !== parent && server.kill('SIGTERM'), CHECK_INTERVAL_MS).unref();
}
