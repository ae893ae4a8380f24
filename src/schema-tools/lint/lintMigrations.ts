import type { Migration } from '../../model/answers/migrations';
import { readMigrations } from '../../model/answers/migrations';
import { isRecord } from '../../model/answers/paths';
import type { SchemaIssue } from '../../model/section/catalogError';
import type { LintCheck } from './sources';

const SECTION_KINDS = ['move', 'renameSection', 'dropSection'];
const FIELD_KINDS = ['rename', 'drop', 'map', 'accept', 'reseal'];

/**
 * `bad-migration`: a change that doesn't have exactly one kind, or a migration that changes fields but names no
 * section.
 */
export const lintMigrations: LintCheck = ({ files }) =>
  readMigrations(files).flatMap(({ name, section, changes }) =>
    changesOf(changes).flatMap((change, i): SchemaIssue[] => {
      const fix = findIssue(Object.keys(change), section);
      return fix ? [{ code: 'bad-migration', file: `migrations/${name}.json`, path: `/changes/${i}`, fix }] : [];
    }),
  );

/** lintMeta reports files with an invalid structure. */
const changesOf = (changes: Migration['changes']): object[] => (Array.isArray(changes) ? changes.filter(isRecord) : []);

function findIssue(keys: string[], section: string | undefined): string | undefined {
  const kinds = keys.filter((key) => [...SECTION_KINDS, ...FIELD_KINDS].includes(key));
  if (kinds.length !== 1) return `Give each change exactly one of ${[...FIELD_KINDS, ...SECTION_KINDS].join(', ')}.`;
  if (FIELD_KINDS.includes(kinds[0] ?? '') && !section)
    return 'Add "section" next to "changes", with the name of the section that has these fields.';
  return undefined;
}
