import type { FileChanges } from '../roles';
import { toJsonText } from '../sectionFile';
import { type JsonChange, listChanges } from './listChanges';
import { type Conflict, isSame, mergeJson, type Picks, type Side } from './mergeJson';

/** What others published since a draft's base version. */
export interface NewerFiles {
  /** The base versions of the draft's files that others changed. */
  base: Record<string, string>;
  theirs: Record<string, string>;
  /** Files in the draft that its base doesn't have. */
  added: string[];
  nextMigration: number;
}

export type InFile<T> = T & { file: string };

export interface DraftMerge {
  changes: FileChanges;
  merged: InFile<JsonChange>[];
  conflicts: InFile<Conflict>[];
}

export type DraftPicks = Readonly<Record<string, Picks>>;

/** Merges others' published changes into a draft. Conflicts keep `mine` until a side is picked. */
export function mergeDraft(mine: FileChanges, newer: NewerFiles, picks: DraftPicks): DraftMerge {
  const changes = renumberMigrations(mine, newer);
  const result: DraftMerge = { changes: { ...changes }, merged: [], conflicts: [] };
  for (const [file, theirs] of Object.entries(newer.theirs)) {
    const own = changes[file];
    if (typeof own !== 'string') continue;
    const { text, conflicts, merged } = mergeFile({ base: newer.base[file], theirs, mine: own }, picks[file] ?? {});
    result.changes[file] = text;
    result.conflicts.push(...conflicts.map((one) => ({ file, ...one })));
    result.merged.push(...merged.map((one) => ({ file, ...one })));
  }
  return result;
}

interface Texts {
  base: string | undefined;
  theirs: string;
  mine: string;
}

function mergeFile(texts: Texts, picks: Picks): { text: string; conflicts: Conflict[]; merged: JsonChange[] } {
  const [base, theirs, mine] = [parse(texts.base), parse(texts.theirs), parse(texts.mine)];
  // Half-typed JSON can't be merged, only replaced.
  if (mine === undefined || theirs === undefined) {
    const side: Side = picks[WHOLE] ?? 'mine';
    return { text: texts[side], conflicts: [{ path: [], ...texts }], merged: [] };
  }
  const { value, conflicts } = mergeJson({ base, theirs, mine }, picks);
  const text = isSame(value, mine) ? texts.mine : toJsonText(value);
  return { text, conflicts, merged: listChanges(mine, value) };
}

const WHOLE = '[]';

function parse(text: string | undefined): unknown {
  try {
    return text === undefined ? undefined : JSON.parse(text);
  } catch {
    return undefined;
  }
}

const NUMBERED = /^migrations\/(\d+)-(.*)$/;

/** Renumbers the draft's migrations, so that they run after newly published migrations. */
function renumberMigrations(mine: FileChanges, { added, nextMigration }: NewerFiles): FileChanges {
  const own = added.filter((file) => NUMBERED.test(file)).sort();
  const isTaken = (file: string) => Number(NUMBERED.exec(file)?.[1]) < nextMigration;
  if (!own.some(isTaken)) return mine;
  const names = new Map(
    own.map((file, index) => {
      const number = String(nextMigration + index).padStart(3, '0');
      return [file, file.replace(NUMBERED, `migrations/${number}-$2`)];
    }),
  );
  return Object.fromEntries(Object.entries(mine).map(([file, text]) => [names.get(file) ?? file, text]));
}
