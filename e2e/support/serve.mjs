// Serves the built app on a fresh data folder that goes with the process.
import { spawn } from 'node:child_process';
import { mkdirSync, rmSync } from 'node:fs';

const { DATABASE_URL: _none, E2E_FOLDER: folder, ...env } = process.env;
rmSync(folder, { recursive: true, force: true });
mkdirSync(folder, { recursive: true });
const server = spawn(process.execPath, ['dist/server/main.js'], {
  stdio: 'inherit',
  env: { ...env, DATA_DIR: folder, TRANSLATE_WIDGET: 'e2e/support/translateWidget.js' },
});
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => server.kill(signal));
server.on('exit', (code) => {
  rmSync(folder, { recursive: true, force: true });
  process.exit(code ?? 0);
});
