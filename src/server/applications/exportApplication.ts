import { createHmac } from 'node:crypto';
import { Readable } from 'node:stream';
import yazl from 'yazl';
import { isRecord } from '../../model/answers/paths';
import { hideAnswers, type Pii } from '../../model/answers/pii';
import { toDollars } from '../../model/format/money';
import { documentType, factsShownBy } from '../../model/section/documentTypes';
import type { Answers, SchemaNode } from '../../model/types';
import { readOwnRequests } from './accommodation/describeAccommodation';
import type { ApplicationDeps } from './applicationDeps';
import { readDocument } from './documents/storeDocument';
import { incomeChecks } from './income/incomeChecks';
import { readMessages } from './messages/describeThread';
import { type OpenApplication, openSteps, readApplication } from './readApplication';
import { canonical, sha256 } from './record/auditRepository';
import { recordDocument } from './record/checkRecord';
import { drawRedacted } from './record/createRecordDocument';
import { listDecisions } from './review/decisionRepository';

export interface ExportFile {
  name: string;
  read(): Promise<Buffer>;
}

export interface ExportOptions {
  /** Facts to mask. The office's export also leaves out documents that show these facts. */
  masked: readonly Pii[];
  /** The applicant's export includes drafts, but no withdrawn documents. */
  isApplicants?: boolean;
}

export interface Manifest {
  subscriber: string;
  application: string;
  exported_at: string;
  masked: readonly Pii[];
  /** Documents left out because they show masked facts. */
  withheld: string[];
  record: string | null;
  files: { name: string; size: number; sha256: string }[];
  seal: string;
}

export const OFFICE_MASKED: readonly Pii[] = ['ssn', 'dob', 'bank'];
export const APPLICANT_MASKED: readonly Pii[] = ['ssn'];

/** Returns the files of an export. Read them in order, because the manifest comes last and lists what was read. */
export async function exportApplication(
  deps: ApplicationDeps,
  trn: string,
  options: ExportOptions,
): Promise<ExportFile[]> {
  const open = await readApplication(deps, trn);
  const all = await nameDocuments(deps, trn, options);
  const documents = all.filter(({ row }) => !isWithheld(row.document_id, options));
  const withheld = all.filter((one) => !documents.includes(one)).map(({ name }) => name);
  const files: ExportFile[] = [
    jsonFile('answers.json', () => describeAnswers(deps, open, options, all)),
    jsonFile('answers.schema.json', async () => answersSchema(open)),
    jsonFile('checks.json', () => incomeChecks(deps, trn, undefined, options.isApplicants ? 'applicant' : 'office')),
    jsonFile('decisions.json', () => describeDecisions(deps, trn, options)),
    jsonFile('messages.json', () => describeMessages(deps, trn, all)),
    // Not in the office's export, because people who decide must not see these requests.
    ...(options.isApplicants ? [jsonFile('accommodation.json', () => readOwnRequests(deps, trn))] : []),
    ...(await recordFile(deps, trn, options)),
    ...documents.map(({ name, row }) => ({ name, read: () => readDocument(deps, row, 'file') })),
  ];
  const listed: Manifest['files'] = [];
  const hashedFiles = files.map(({ name, read }) => ({
    name,
    async read() {
      const content = await read();
      listed.push({ name, size: content.length, sha256: sha256(content) });
      return content;
    },
  }));
  return [
    ...hashedFiles,
    jsonFile('manifest.json', () => buildManifest(deps, open, options, { files: listed, withheld })),
  ];
}

/**
 * Streams files as a zip. Destroys the stream if a file can't be read, so that a broken archive doesn't look complete.
 */
export function createZip(files: readonly ExportFile[], onError: (cause: unknown) => void): Readable {
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

export async function signManifest(
  { keyring }: Pick<ApplicationDeps, 'keyring'>,
  manifest: Omit<Manifest, 'seal'>,
): Promise<string> {
  const key = await keyring.getSubscriberKey(manifest.subscriber);
  return createHmac('sha256', key)
    .update(`manifest\n${canonical(manifest)}`)
    .digest('base64url');
}

async function buildManifest(
  deps: Pick<ApplicationDeps, 'stores' | 'clock' | 'keyring'>,
  { applicant: { trn, subscriberId } }: OpenApplication,
  { masked }: ExportOptions,
  { files, withheld }: Pick<Manifest, 'files' | 'withheld'>,
): Promise<Manifest> {
  const application = await deps.stores.applications.find(trn);
  const entry = await deps.stores.audit.find(trn, 'submitted');
  const manifest = {
    subscriber: subscriberId,
    application: String(application?.application_number),
    exported_at: deps.clock().toISOString(),
    masked,
    withheld,
    record: entry?.hash ?? null,
    files: [...files],
  };
  return { ...manifest, seal: await signManifest(deps, manifest) };
}

const jsonFile = (name: string, make: () => Promise<unknown>): ExportFile => ({
  name,
  read: async () => Buffer.from(`${JSON.stringify(await make(), null, 2)}\n`),
});

type NamedDocuments = Awaited<ReturnType<typeof nameDocuments>>;

/** Names documents in upload order: `files/03 Pay stub - march.pdf`. */
async function nameDocuments(
  { stores }: Pick<ApplicationDeps, 'stores'>,
  trn: string,
  { isApplicants }: ExportOptions,
) {
  const all = await stores.documents.listAll(trn);
  const rows = isApplicants ? all.filter(({ withdrawn_at }) => withdrawn_at === null) : all;
  return rows.map((row, index) => {
    const title = documentType(row.document_id)?.title ?? String(row.document_id);
    return { row, name: `files/${String(index + 1).padStart(2, '0')} ${fileName(`${title} - ${row.name}`)}` };
  });
}

const fileName = (text: string) => text.replace(/[<>:"/\\|?*]/g, '_').replace(/^\.+/, '');

const isWithheld = (documentId: number, { masked, isApplicants }: ExportOptions): boolean =>
  !isApplicants && factsShownBy(documentId).some((kind) => masked.includes(kind));

async function recordFile(deps: ApplicationDeps, trn: string, options: ExportOptions): Promise<ExportFile[]> {
  const row = await recordDocument(deps, trn);
  if (!row) return [];
  if (isWithheld(row.document_id, options))
    return [{ name: 'record-redacted.pdf', read: () => drawRedacted(deps, trn) }];
  return [{ name: 'record.pdf', read: () => readDocument(deps, row, 'file') }];
}

async function describeAnswers(
  deps: ApplicationDeps,
  open: OpenApplication,
  options: ExportOptions,
  documents: NamedDocuments,
) {
  const { trn } = open.applicant;
  const application = await deps.stores.applications.find(trn);
  const payment = await deps.stores.payments.find(trn);
  const paths = new Map(documents.map(({ row, name }) => [row.blob_path, name]));
  const mask = (section: string, answers: Answers) =>
    replacePaths(hideAnswers(deps.forms.catalog.section(section).schema, answers, options.masked), paths);
  const maskAll = (all: Record<string, Answers>) =>
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
    answers: Object.fromEntries(open.steps.map(({ step, answers }) => [step.id, maskAll(answers)])),
    ...(options.isApplicants && {
      drafts: Object.fromEntries(
        (await openSteps(deps, open.applicant)).map(({ step, drafts }) => [step.id, maskAll(drafts())]),
      ),
    }),
    payment: payment && {
      state: payment.state,
      amount: toDollars(payment.amount_cents),
      reference: payment.intent,
      card: payment.last4,
      paid_at: payment.paid_at,
    },
  };
}

async function describeDecisions(
  { db, keyring }: Pick<ApplicationDeps, 'db' | 'keyring'>,
  trn: string,
  { isApplicants }: ExportOptions,
) {
  const decisions = await listDecisions(db, trn, await keyring.keyOf(trn));
  return isApplicants
    ? decisions.map(({ act, at, conditions, letter }) => ({ act, at, conditions, letter }))
    : decisions;
}

async function describeMessages(
  deps: Pick<ApplicationDeps, 'db' | 'keyring'>,
  trn: string,
  documents: NamedDocuments,
): Promise<object[]> {
  const names = new Map(documents.map(({ row, name }) => [row.id, name]));
  return (await readMessages(deps, trn)).map(({ id: _, files, ...message }) => ({
    ...message,
    files: files.map((file) => names.get(file.id) ?? file.name),
  }));
}

function replacePaths(value: unknown, paths: ReadonlyMap<unknown, string>): unknown {
  if (Array.isArray(value)) return value.map((one) => replacePaths(one, paths));
  if (!isRecord(value)) return paths.get(value) ?? value;
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, replacePaths(inner, paths)]));
}

/** Returns a schema for `answers.json` that describes only `answers`. Masked answers may not match it. */
function answersSchema({ steps }: OpenApplication): SchemaNode {
  const objectSchema = (properties: Record<string, SchemaNode>): SchemaNode => ({ type: 'object', properties });
  const answers = steps.map(({ step, schemaOf: sectionSchema }) => {
    const sections = step.sections.map(({ section }) => [section, sectionSchema(section)]);
    return [step.id, { title: step.title, ...objectSchema(Object.fromEntries(sections)) }];
  });
  return objectSchema({ answers: objectSchema(Object.fromEntries(answers)) });
}
