import { execFile } from 'node:child_process';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';

/** Where the app that is tried keeps its data. */
const folderNow = () => process.env.E2E_FOLDER ?? '';

/** What the operator sees of `npm run portal -- …` while the app runs. */
export function portal(...args: string[]): Promise<string> {
  return portalOn(folderNow(), ...args);
}

/** The same of an app whose data is in another folder. */
export async function portalOn(folder: string, ...args: string[]): Promise<string> {
  const { DATABASE_URL: _none, ...env } = process.env;
  const { stdout } = await promisify(execFile)(process.execPath, ['--import', 'tsx', 'src/tools/portal.ts', ...args], {
    env: { ...env, DATA_DIR: folder },
  });
  return stdout;
}

/** The newest mail to an address, soft line breaks taken out; undefined while there is none that `part` fits. */
export async function mailTo(address: string, part = /(?:)/): Promise<string | undefined> {
  const outbox = path.join(folderNow(), 'outbox');
  // What is being written has another ending until it is whole.
  const names = (await readdir(outbox).catch(() => [])).filter((name) => name.endsWith('.eml')).sort();
  const mails = await Promise.all(names.map((name) => readFile(path.join(outbox, name), 'utf8')));
  const plain = mails.map((mail) => mail.replace(/=\r?\n/g, '').replaceAll('=3D', '='));
  return plain.findLast((mail) => mail.includes(address) && part.test(mail));
}
