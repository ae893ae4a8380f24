import { nextNumber, readMigrations } from '../../../model/answers/migrations';
import { getIn, isRecord, splitPointer } from '../../../model/answers/paths';
import type { FileChanges } from '../../../model/studio/roles';
import type { SchemaFiles } from '../../../model/types';
import { type LintIssue, lintSchemas } from '../../../schema-tools/lint/lintSchemas';
import { rewriteText } from '../rewriteText';
import type { Restructured } from './structure';

export interface Finished {
  /** Texts to write. Null deletes a file. */
  changes: FileChanges;
  /** What lint still finds. */
  left: LintIssue[];
}

interface Known {
  texts: Record<string, string>;
  widgets: readonly string[];
  /** ISO day. */
  today: string;
}

/**
 * Adds the migration, and removes the translations, settings and definitions that nothing uses any more. What was
 * there before stays.
 */
export function finishRestructuring(restructured: Restructured, title: string, { texts, ...known }: Known): Finished {
  const files = structuredClone(restructured.files);
  addMigration(files, restructured, title);
  const before = new Set(lintSchemas({ texts, ...known }).map(nameIssue));
  let laid = layOut(files, restructured, texts);
  let left: LintIssue[] = [];
  // A definition that is gone may have used others.
  for (let round = 0; round < 4; round++) {
    left = lintSchemas({ texts: laid, ...known }).filter((issue) => !before.has(nameIssue(issue)));
    const isTidied = left.map((issue) => tidyUp(files, issue)).some(Boolean);
    if (!isTidied) break;
    laid = layOut(files, restructured, texts);
  }
  const gone = Object.keys(texts).filter((file) => !(file in laid));
  const written = Object.entries(laid).filter(([file, text]) => texts[file] !== text);
  return { changes: Object.fromEntries([...gone.map((file) => [file, null] as const), ...written]), left };
}

const nameIssue = ({ code, file, path }: LintIssue) => `${code} ${file} ${path}`;

function addMigration(files: SchemaFiles, { section, changes }: Restructured, title: string): void {
  if (changes.length === 0) return;
  const name = title
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')
    .slice(0, 60);
  const own = changes.some((change) => 'rename' in change || 'drop' in change) ? { section } : {};
  files[`migrations/${nextNumber(readMigrations(files))}-${name}.json`] = {
    $schema: '../meta/migration.schema.json',
    ...{ title, ...own, changes },
  };
}

/** Writes files as text. Unchanged parts keep their lines. */
function layOut(
  files: SchemaFiles,
  { renamed = {} }: Restructured,
  texts: Record<string, string>,
): Record<string, string> {
  return Object.fromEntries(
    Object.entries(files).map(([file, content]) => {
      const text = texts[renamed[file] ?? file];
      return [
        file,
        text === undefined
          ? `${JSON.stringify(content, null, 2)}\n`
          : rewriteText(text, JSON.parse(JSON.stringify(content))),
      ];
    }),
  );
}

/** Removes something unused. Returns false for an issue that needs a decision. */
function tidyUp(files: SchemaFiles, { code, file, path }: LintIssue): boolean {
  const parts = splitPointer(path);
  const name = parts.at(-1) ?? '';
  if (code === 'unused-definition') return delete files[file];
  const isUnused =
    /^unused-(translation|message)$/.test(code) || (code === 'dangling-path' && file.startsWith('configs/'));
  const owner = getIn(files[file], parts.slice(0, -1));
  return isUnused && isRecord(owner) && name in owner && delete owner[name];
}
