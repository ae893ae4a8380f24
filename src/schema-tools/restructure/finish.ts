import {
  type AnswerPlace,
  linkedPlaces,
  type MigrationChange,
  nextNumber,
  readMigrations,
} from '../../model/answers/migrations';
import { getIn, isRecord, splitPointer } from '../../model/answers/paths';
import type { FileChanges } from '../../model/studio/roles';
import { nodeAt } from '../../model/studio/sectionFile';
import type { SchemaFiles, SchemaNode } from '../../model/types';
import { type LintIssue, lintSchemas } from '../lint/lintSchemas';
import { rewriteText } from './rewriteText';
import type { Restructured } from './structure';

export interface Finished {
  /** New texts by file. Null deletes the file. */
  changes: FileChanges;
  left: LintIssue[];
  /** Places whose stored answers move or are removed. For a whole section, `field` is ''. */
  touched: AnswerPlace[];
}

export interface Known {
  texts: Record<string, string>;
  files: SchemaFiles;
  /** The published files, for a draft. A field that these files lack needs no migration. */
  live?: SchemaFiles;
  widgets: readonly string[];
  today: string;
}

/** Adds the migration. Removes parts that the change left unused, but keeps parts that were unused before. */
export function finishRestructuring(
  restructured: Restructured,
  title: string,
  { texts, files: before, live = before, ...rules }: Known,
): Finished {
  const files = structuredClone(restructured.files);
  const migrations = readMigrations(before);
  const isStored = (place: AnswerPlace) => linkedPlaces(place, migrations).some((one) => isIn(live, one));
  const changes = restructured.changes.filter((change) => isStored(placeOf(change, restructured)));
  addMigration(files, { ...restructured, changes }, title);
  const known = new Set(lintSchemas({ texts, ...rules }).map(nameIssue));
  let laid = layOut(files, restructured, texts);
  let left: LintIssue[] = [];
  // A removed definition may have used other definitions.
  for (let round = 0; round < 4; round++) {
    left = lintSchemas({ texts: laid, ...rules }).filter((issue) => !known.has(nameIssue(issue)));
    const isTidied = left.map((issue) => removeUnusedIssue(files, issue)).some(Boolean);
    if (!isTidied) break;
    laid = layOut(files, restructured, texts);
  }
  const gone = Object.keys(texts).filter((file) => !(file in laid));
  const written = Object.entries(laid).filter(([file, text]) => texts[file] !== text);
  return {
    changes: Object.fromEntries([...gone.map((file) => [file, null] as const), ...written]),
    left,
    touched: changes.map((change) => placeOf(change, restructured)),
  };
}

function placeOf(change: MigrationChange, { section = '' }: Restructured): AnswerPlace {
  if ('move' in change) return { section: change.move, field: '' };
  if ('renameSection' in change) return { section: change.renameSection, field: '' };
  if ('dropSection' in change) return { section: change.dropSection, field: '' };
  if ('rename' in change) return { section, field: change.rename };
  return { section, field: 'drop' in change ? change.drop : '' };
}

function isIn(files: SchemaFiles, { section, field }: AnswerPlace): boolean {
  // The cast is safe, because `nodeAt` ignores unknown members.
  const schema = files[`${section}.schema.json`] as SchemaNode | undefined;
  return nodeAt(schema, field.split('/').filter(Boolean)) !== undefined;
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

/** Serializes files. Unchanged parts keep their formatting. */
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

/** Removes what an issue reports as unused. Returns false for other issues, which need a decision. */
function removeUnusedIssue(files: SchemaFiles, { code, file, path }: LintIssue): boolean {
  const parts = splitPointer(path);
  const name = parts.at(-1) ?? '';
  if (code === 'unused-definition') return delete files[file];
  const isUnused =
    /^unused-(translation|message)$/.test(code) || (code === 'dangling-path' && file.startsWith('configs/'));
  const owner = getIn(files[file], parts.slice(0, -1));
  return isUnused && isRecord(owner) && name in owner && delete owner[name];
}
