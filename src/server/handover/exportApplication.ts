import { createHmac } from 'node:crypto';
import { Readable } from 'node:stream';
import yazl from 'yazl';
import { documentType } from '../../model/documents';
import { isRecord } from '../../model/paths';
import { mapPii, maskSsn, type Pii } from '../../model/pii';
import type { Answers, SchemaNode } from '../../model/types';
import type { Deps } from '../deps';
import { readDocument } from '../documents/storeDocument';
import { incomeChecks } from '../income/incomeChecks';
import { type OpenApplication, readApplication } from '../office/readApplication';
import { canonical, sha256 } from '../record/auditStore';
import { readDocumentBody } from '../record/describeRecord';

/** A file of an export; read when its turn comes, one after the other, the manifest last. */
export interface ExportFile {
  name: string;
  read(): Promise<Buffer>;
}

export interface ExportOptions {
  /** The kinds of answers that are masked: an SSN but for its last four digits, another wholly. */
  masked: readonly Pii[];
  /** What was typed and not saved, too: for the applicant only. */
  withDrafts?: boolean;
}

/** What stands in the manifest: every other file with its digest, sealed by a key of the landlord's that never leaves the server. */
export interface Manifest {
  subscriber: string;
  application: string;
  exported_at: string;
  masked: readonly Pii[];
  /** Hash of the entry of the audit log that was made when it was handed in; null before. */
  record: string | null;
  files: { name: string; size: number; sha256: string }[];
  seal: string;
}

/** What an office is shown of answers unless it has asked to see more. */
export const OFFICE_MASKED: readonly Pii[] = ['ssn', 'dob', 'bank'];
/** What no page shows its own applicant. */
export const APPLICANT_MASKED: readonly Pii[] = ['ssn'];

/** Everything of an application as files: answers with their schema, the signed record, documents, checks, and a manifest of them all. */
export async function exportApplication(deps: Deps, trn: string, options: ExportOptions): Promise<ExportFile[]> {
  const open = await readApplication(deps, trn);
  const documents = await nameDocuments(deps, trn);
  const files: ExportFile[] = [
    jsonFile('answers.json', () => describeAnswers(deps, open, options, documents)),
    jsonFile('answers.schema.json', async () => schemaOf(open)),
    jsonFile('checks.json', () => incomeChecks(deps, trn)),
    ...(await recordFile(deps, trn)),
    ...documents.map(({ name, row }) => ({ name, read: () => readDocument(deps, row, 'file') })),
  ];
  const listed: Manifest['files'] = [];
  const noted = files.map(({ name, read }) => ({
    name,
    async read() {
      const content = await read();
      listed.push({ name, size: content.length, sha256: sha256(content) });
      return content;
    },
  }));
  return [...noted, jsonFile('manifest.json', () => makeManifest(deps, open, options, listed))];
}

/** The files as one zip archive, written as it is read. One that cannot be read breaks it off: no archive looks whole that is not. */
export function zipOf(files: readonly ExportFile[], onError: (cause: unknown) => void): Readable {
  const zip = new yazl.ZipFile();
  const out = Readable.from(zip.outputStream);
  zip.on('error', (cause: Error) => {
    onError(cause);
    out.destroy(cause);
  });
  for (const { name, read } of files)
    zip.addReadStreamLazy(name, { compress: name.endsWith('.json') }, (done) => {
      read().then(
        (content) => done(null, Readable.from([content])),
        (cause) => done(cause, Readable.from([])),
      );
    });
  zip.end();
  return out;
}

/** The seal that a manifest must bear. */
export async function sealOf({ keyring }: Pick<Deps, 'keyring'>, manifest: Omit<Manifest, 'seal'>): Promise<string> {
  const key = await keyring.keyOfSubscriber(manifest.subscriber);
  return createHmac('sha256', key)
    .update(`manifest\n${canonical(manifest)}`)
    .digest('base64url');
}

async function makeManifest(
  deps: Deps,
  { applicant: { trn, subscriberId } }: OpenApplication,
  { masked }: ExportOptions,
  files: Manifest['files'],
): Promise<Manifest> {
  const application = await deps.stores.applications.find(trn);
  const entry = await deps.stores.audit.find(trn, 'submitted');
  const open = {
    subscriber: subscriberId,
    application: String(application?.application_number),
    exported_at: deps.clock().toISOString(),
    masked,
    record: entry?.hash ?? null,
    files: [...files],
  };
  return { ...open, seal: await sealOf(deps, open) };
}

const jsonFile = (name: string, make: () => Promise<unknown>): ExportFile => ({
  name,
  read: async () => Buffer.from(`${JSON.stringify(await make(), null, 2)}\n`),
});

type Named = Awaited<ReturnType<typeof nameDocuments>>;

/** `files/03 Paystub - march.pdf`: in the order in which they came, under what they are and what their owner called them. */
async function nameDocuments({ stores }: Deps, trn: string) {
  const rows = await stores.documents.listWithDigests(trn);
  return rows.map((row, index) => {
    const title = documentType(row.document_id)?.title ?? String(row.document_id);
    return { row, name: `files/${String(index + 1).padStart(2, '0')} ${fileName(`${title} - ${row.name}`)}` };
  });
}

/** Without what some system takes for something else than a name. */
const fileName = (text: string) => text.replace(/[<>:"/\\|?*]/g, '_').replace(/^\.+/, '');

async function recordFile(deps: Deps, trn: string): Promise<ExportFile[]> {
  const made = await deps.stores.audit.find(trn, 'document');
  const row = made && (await deps.stores.documents.findByPath(readDocumentBody(made).blob_path));
  return row ? [{ name: 'record.pdf', read: () => readDocument(deps, row, 'file') }] : [];
}

async function describeAnswers(deps: Deps, open: OpenApplication, options: ExportOptions, documents: Named) {
  const { trn } = open.applicant;
  const application = await deps.stores.applications.find(trn);
  const payment = await deps.stores.payments.find(trn);
  const paths = new Map(documents.map(({ row, name }) => [row.blob_path, name]));
  const mask = (section: string, answers: Answers) =>
    renamed(masked(deps.forms.catalogue.section(section).schema, answers, options.masked), paths);
  const each = (all: Record<string, Answers>) =>
    Object.fromEntries(Object.entries(all).map(([section, answers]) => [section, mask(section, answers)]));
  return {
    application: {
      id: trn,
      number: application?.application_number,
      subscriber: application?.subscriber_id,
      first_name: application?.first_name,
      last_name: application?.last_name,
      email: application?.email,
      submitted_at: application?.submitted_at,
    },
    registration: application?.registration,
    schema_versions: open.versions,
    answers: Object.fromEntries(open.steps.map(({ step, answers }) => [step.id, each(answers)])),
    ...(options.withDrafts && {
      drafts: Object.fromEntries(open.steps.map(({ step, drafts }) => [step.id, each(drafts())])),
    }),
    payment: payment && {
      state: payment.state,
      amount: payment.amount_cents / 100,
      reference: payment.intent,
      card: payment.last4,
      paid_at: payment.paid_at,
    },
  };
}

const HIDDEN = '••••••';

function masked(schema: SchemaNode, answers: Answers, kinds: readonly Pii[]): unknown {
  return mapPii(schema, answers, (value, kind) => {
    if (!kinds.includes(kind)) return value;
    return kind === 'ssn' ? maskSsn(String(value)) || HIDDEN : HIDDEN;
  });
}

/** With the names that the files have here in the place of those they are stored under. */
function renamed(value: unknown, paths: ReadonlyMap<unknown, string>): unknown {
  if (Array.isArray(value)) return value.map((one) => renamed(one, paths));
  if (!isRecord(value)) return paths.get(value) ?? value;
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, renamed(inner, paths)]));
}

/** What `answers` keeps to, but for what is masked: the questions as they are asked of this applicant, with their titles. */
function schemaOf({ steps }: OpenApplication): SchemaNode {
  const objectOf = (properties: Record<string, SchemaNode>): SchemaNode => ({ type: 'object', properties });
  const answers = steps.map(({ step, schemaOf: sectionSchema }) => {
    const sections = step.sections.map(({ section }) => [section, sectionSchema(section)]);
    return [step.id, { title: step.title, ...objectOf(Object.fromEntries(sections)) }];
  });
  return objectOf({ answers: objectOf(Object.fromEntries(answers)) });
}
