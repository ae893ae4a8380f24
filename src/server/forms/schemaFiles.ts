import { createHash } from 'node:crypto';
import { readMigrations } from '../../model/answers/migrations';
import { isRecord } from '../../model/answers/paths';
import { replaceLiveFiles } from '../../model/messages/liveFiles';
import { type FileChanges, isRemoved } from '../../model/studio/roles';
import type { SchemaFiles, SubscriberSettings } from '../../model/types';
import type { LintIssue } from '../../schema-tools/lint/lintSchemas';

export function hashTexts(texts: Record<string, string>): string {
  return createHash('sha256').update(JSON.stringify(texts)).digest('hex');
}

export class RejectedForms extends Error {
  constructor(readonly blockers: readonly LintIssue[]) {
    super(blockers.map(formatIssue).join(''));
    this.name = 'RejectedForms';
  }
}

function formatIssue({ code, file, line, path, fix }: LintIssue): string {
  return `\n  schemas/${file}:${line} ${code}${path && ` at ${path}`}. ${fix}`;
}

/** A null change leaves the file unchanged. */
export function applyChanges(texts: Record<string, string>, changes: FileChanges): Record<string, string> {
  const laid = { ...texts };
  for (const [file, text] of Object.entries(changes)) {
    if (isRemoved(text)) delete laid[file];
    else if (text !== null) laid[file] = text;
  }
  return laid;
}

/** Files that affect answers. */
const DECIDING = /^([^/]+\.(schema|ui)\.json|definitions\/.*|flows\/.*|migrations\/.*)$/;

export function pickDecidingFiles(files: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(files).filter(([file]) => DECIDING.test(file)));
}

/** Returns a hash of the files that affect answers, followed by the last migration's name. */
export function schemaVersion(files: Record<string, unknown>): string {
  const deciding = Object.entries(pickDecidingFiles(files)).sort(([a], [b]) => (a < b ? -1 : 1));
  const hash = createHash('sha256').update(JSON.stringify(deciding)).digest('hex').slice(0, 16);
  const last = readMigrations(files).at(-1)?.name;
  return last ? `${hash}.${last}` : hash;
}

export function configHash(subscriberSettings: SubscriberSettings): string {
  const known = configHashes.get(subscriberSettings);
  if (known) return known;
  const { settings, texts, wording, translations, neverRequired } = subscriberSettings;
  const own = wording || translations ? [wording, translations] : [];
  if (neverRequired) own.push({ neverRequired: { '': neverRequired.join() } });
  const hash = createHash('sha256')
    .update(JSON.stringify([settings, texts, ...own]))
    .digest('hex')
    .slice(0, 16);
  configHashes.set(subscriberSettings, hash);
  return hash;
}

const configHashes = new WeakMap<SubscriberSettings, string>();

export function replaceServerFiles(files: SchemaFiles): void {
  replaceLiveFiles((name, built) => {
    const now: unknown = files[`${name}.json`];
    return isRecord(now) ? now : built;
  });
}
