// Serves the built app with a fresh data folder, which is deleted when the process ends.
import { spawn } from 'node:child_process';
import { cpSync, mkdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { copyMigrated } from '../../tests/support/folders/databaseTemplate';
import { inboundSettings } from './inboundMail';

const { DATABASE_URL: _none, E2E_FOLDER: folder, ...env } = process.env;
if (!folder) throw new Error('E2E_FOLDER names the folder of the data');
rmSync(folder, { recursive: true, force: true });
mkdirSync(folder, { recursive: true });
await copyMigrated(folder);
// Data that a test's own server starts with (ownServer.ts), because creating a database takes longer than most tests.
cpSync(path.join(folder, 'pg'), path.join(folder, 'empty'), { recursive: true });
const server = spawn(process.execPath, ['dist/server/main.js'], {
  stdio: 'inherit',
  env: { ...env, DATA_DIR: folder, TRANSLATE_WIDGET: 'e2e/support/translateWidget.js', ...inboundSettings },
});
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => server.kill(signal));
server.on('exit', (code) => {
  rmSync(folder, { recursive: true, force: true });
  process.exit(code ?? 0);
});
