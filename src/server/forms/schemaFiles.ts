import { createHash } from 'node:crypto';
import type pg from 'pg';
import checks from '../../../schemas/checks/income.json';
import documents from '../../../schemas/definitions/documents.json';
import officeStatus from '../../../schemas/office/status.json';
import webhooks from '../../../schemas/office/webhooks.json';
import retention from '../../../schemas/retention.json';
import takeover from '../../../schemas/takeover.json';
import checkTexts from '../../../schemas/texts/checks.json';
import handover from '../../../schemas/texts/handover.json';
import operator from '../../../schemas/texts/operator.json';
import payment from '../../../schemas/texts/payment.json';
import record from '../../../schemas/texts/record.json';
import scan from '../../../schemas/texts/scan.json';
import server from '../../../schemas/texts/server.json';
import application from '../../../schemas/texts/server-application.json';
import office from '../../../schemas/texts/server-office.json';
import studio from '../../../schemas/texts/studio.json';
import { createCatalogue } from '../../model/catalogue';
import { refreshDocumentTypes } from '../../model/documents';
import { readMigrations } from '../../model/migrations';
import { isRecord } from '../../model/paths';
import type { FileChanges } from '../../model/studio';
import { exchangeMembers, translate } from '../../model/translate';
import type { Overlay, SchemaFiles, SchemaNode } from '../../model/types';
import { wordsUnder } from '../../model/wording';
import type { Finding } from '../../tools/schemas/lint/lintSchemas';
import { createCompiledSections } from './compiledSections';
import { readLanguages } from './languages';
import { parseAll, readSchemaTexts } from './readSchemas';

/** What is made of the schema files, all of it at once. Throws a CatalogueError for files that break the dialect. */
export async function loadSchemas(folder?: string) {
  return makeSchemas(await readSchemaTexts(folder));
}

/** The same of texts that were read already. */
export function makeSchemas(texts: Record<string, string>) {
  const files = parseAll(texts);
  const catalogue = createCatalogue(files);
  const languages = readLanguages(files);
  const migrations = readMigrations(files);
  const textsHash = hashTexts(texts);
  return {
    texts,
    files,
    catalogue,
    languages,
    compile: createCompiledSections(catalogue),
    compileIn: Object.fromEntries(
      Object.entries(languages).map(([language, words]) => [
        language,
        createCompiledSections(catalogue, (plain, overlay) => translate(plain, wordsUnder(words, overlay, language))),
      ]),
    ),
    states: readStates(files['definitions/us-state.json'] ?? {}),
    version: schemaVersion(files),
    /** Tells whether any text of them is another. */
    textsHash,
    migrations,
    /** The same in short, with the last migration: every answer of the server names it. */
    name: [textsHash.slice(0, 16), ...migrations.slice(-1).map(({ name }) => name)].join('.'),
  };
}

export function hashTexts(texts: Record<string, string>): string {
  return createHash('sha256').update(JSON.stringify(texts)).digest('hex');
}

/** The options of the one list of states: 'TX - Texas' → { code: 'TX', name: 'Texas' }. */
function readStates(node: SchemaNode): { code: string; name: string }[] {
  return (node.oneOf ?? []).map((option) => ({
    code: String(option.const),
    name: option.title.replace(/^\S+ - /, ''),
  }));
}

/** Changed schema files that must not become live; its message says what, where and how to mend. */
export class HeldBack extends Error {
  constructor(readonly findings: readonly Finding[]) {
    super(findings.map(tell).join(''));
    this.name = 'HeldBack';
  }
}

function tell({ code, file, line, path, mend }: Finding): string {
  return `\n  schemas/${file}:${line} ${code}${path && ` at ${path}`}. ${mend}`;
}

/** The files that live versions have put in the place of those in schemas/. */
export interface Published {
  files: FileChanges;
  /** The number of the newest live version; 0 before the first. */
  head: number;
  /** Of all schema files as they passed the gate when that version went live. */
  passed: string | null;
}

/** What is live by the Studio's versions (migration 140); a subscriber's own settings are no files. */
export async function findPublished(db: pg.Pool | pg.PoolClient): Promise<Published> {
  const { rows } = await db.query<Published>(
    `select
       (select coalesce(jsonb_object_agg(file, content), '{}') from (
          select distinct on (f.key) f.key as file, f.value as content
          from studio_version v, jsonb_each(v.files) f
          where v.state = 'live' and v.subscriber_id is null order by f.key, v.live_no desc) newest) as files,
       (select coalesce(max(live_no), 0) from studio_version) as head,
       (select texts_hash from studio_version where state = 'live' and subscriber_id is null order by live_no desc limit 1) as passed`,
  );
  return rows[0] ?? { files: {}, head: 0, passed: null };
}

/** Texts with changes laid over them; a null leaves a file as it is. */
export function layFiles(texts: Record<string, string>, changes: FileChanges): Record<string, string> {
  const laid = { ...texts };
  for (const [file, text] of Object.entries(changes)) if (text !== null) laid[file] = text;
  return laid;
}

/** What decides which answers are right: sections, definitions and flows. Texts, samples and personas do not. */
const DECIDING = /^([^/]+\.(schema|ui)\.json|definitions\/.*|flows\/.*|migrations\/.*)$/;

/** The schema files that decide about answers, without the others. */
export function decidingFiles(files: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(files).filter(([file]) => DECIDING.test(file)));
}

/** A short name for the schema files' content, ending in the last migration's; the same files have the same name in every process. */
export function schemaVersion(files: Record<string, unknown>): string {
  const deciding = Object.entries(decidingFiles(files)).sort(([a], [b]) => (a < b ? -1 : 1));
  const hash = createHash('sha256').update(JSON.stringify(deciding)).digest('hex').slice(0, 16);
  const last = readMigrations(files).at(-1)?.name;
  return last ? `${hash}.${last}` : hash;
}

/** A short name for what a subscriber has set. */
export function configHash(overlay: Overlay): string {
  const known = configHashes.get(overlay);
  if (known) return known;
  const { settings, texts, wording, translations } = overlay;
  const own = wording || translations ? [wording, translations] : [];
  const hash = createHash('sha256')
    .update(JSON.stringify([settings, texts, ...own]))
    .digest('hex')
    .slice(0, 16);
  configHashes.set(overlay, hash);
  return hash;
}

/** It goes into every row that is written, and the overlay is the same object from save to save. */
const configHashes = new WeakMap<Overlay, string>();

/** What the server's modules hold of schemas/: words, limits and rules, each by its file. A file that a module imports newly joins them here. */
export const heldFiles: Readonly<Record<string, object>> = {
  'checks/income.json': checks,
  'definitions/documents.json': documents,
  'office/status.json': officeStatus,
  'office/webhooks.json': webhooks,
  'retention.json': retention,
  'takeover.json': takeover,
  'texts/checks.json': checkTexts,
  'texts/handover.json': handover,
  'texts/operator.json': operator,
  'texts/payment.json': payment,
  'texts/record.json': record,
  'texts/scan.json': scan,
  'texts/server.json': server,
  'texts/server-application.json': application,
  'texts/server-office.json': office,
  'texts/studio.json': studio,
};

/** Has the server say, and judge by, what the files say now. Modules keep the objects that they hold (docs/decisions/021). */
export function exchangeFiles(files: SchemaFiles): void {
  for (const [name, held] of Object.entries(heldFiles)) {
    const now: unknown = files[name];
    // A test has some of the files only; what is not there stays.
    if (isRecord(now)) exchangeMembers(held, structuredClone(now));
  }
  refreshDocumentTypes();
}
