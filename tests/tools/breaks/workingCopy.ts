import { execFileSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Break } from './table';

const ROOT = path.join(import.meta.dirname, '../../..');

/** A copy of the working tree with the same packages, where one line at a time can be broken. */
export interface WorkingCopy {
  folder: string;
  /** Breaks the line while `run` runs. Throws unless the file has the text exactly once. */
  whileBroken<T>(edit: Pick<Break, 'file' | 'find' | 'replace'>, run: () => Promise<T>): Promise<T>;
}

/** Copies the current files that git tracks or would add. The copy is deleted when the process ends. */
export function createWorkingCopy(): WorkingCopy {
  const folder = realpathSync(mkdtempSync(path.join(tmpdir(), 'breaks-')));
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(130));
  for (const file of listFiles()) cpSync(path.join(ROOT, file), path.join(folder, file));
  symlinkSync(path.join(ROOT, 'node_modules'), path.join(folder, 'node_modules'));
  return {
    folder,
    async whileBroken({ file, find, replace }, run) {
      const place = path.join(folder, file);
      const text = readFileSync(place, 'utf8');
      const [before, after, ...more] = text.split(find);
      if (after === undefined || more.length) throw new Error(`${file} doesn't have this text exactly once: ${find}`);
      writeFileSync(place, before + replace + after);
      try {
        return await run();
      } finally {
        writeFileSync(place, text);
      }
    },
  };
}

function listFiles(): string[] {
  const list = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
    cwd: ROOT,
    encoding: 'utf8',
  });
  return list.split('\0').filter((file) => file && existsSync(path.join(ROOT, file)));
}
