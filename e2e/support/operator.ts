import { execFile } from 'node:child_process';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';

/** Data folder of the app under test. */
const folderNow = () => process.env.E2E_FOLDER ?? '';

/** Runs `npm run portal -- …` while the app runs. Returns its output. */
export function runPortalCommand(...args: string[]): Promise<string> {
  return runPortalCommandIn(folderNow(), ...args);
}

/** Like `runPortalCommand`, for an app with another data folder. */
export async function runPortalCommandIn(folder: string, ...args: string[]): Promise<string> {
  const { DATABASE_URL: _none, ...env } = process.env;
  const { stdout } = await promisify(execFile)(process.execPath, ['--import', 'tsx', 'src/tools/portal.ts', ...args], {
    env: { ...env, DATA_DIR: folder },
  });
  return stdout;
}

/** Returns the newest email to an address, without soft line breaks. Undefined if none matches `part`. */
export async function findEmail(address: string, part = /(?:)/, folder = folderNow()): Promise<string | undefined> {
  const outbox = path.join(folder, 'outbox');
  // An email that is still being written has a different extension.
  const names = (await readdir(outbox).catch(() => [])).filter((name) => name.endsWith('.eml')).sort();
  const mails = await Promise.all(names.map((name) => readFile(path.join(outbox, name), 'utf8')));
  const plain = mails.map((mail) => mail.replace(/=\r?\n/g, '').replaceAll('=3D', '='));
  return plain.findLast((mail) => mail.includes(address) && part.test(mail));
}
