import { type ChildProcess, spawn } from 'node:child_process';
import path from 'node:path';
import { findRoot } from '../server/platform/config';

/** `npm run dev`: serves the pages on PORT (default 3000) and the API on the next port. Restarts the API on changes. */
function dev(): void {
  const port = Number(process.env.PORT || 3000);
  const host = process.env.HOST || '127.0.0.1';
  const api = run('tsx', ['watch', '--clear-screen=false', 'src/server/main.ts'], {
    HOST: '127.0.0.1',
    PORT: String(port + 1),
    APP_URL: process.env.APP_URL || `http://${host}:${port}`,
  });
  const page = run('vite', process.argv.slice(2), { PORT: String(port), HOST: host });
  const end = (): void => {
    for (const child of [api, page]) child.kill();
  };
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, end);
  for (const child of [api, page])
    child.once('exit', (code) => {
      process.exitCode ??= code ?? 0;
      end();
    });
}

function run(command: string, args: string[], env: Record<string, string>): ChildProcess {
  const root = findRoot();
  const file = path.join(root, 'node_modules/.bin', command);
  return spawn(file, args, { cwd: root, stdio: 'inherit', env: { ...process.env, ...env } });
}

dev();
