import { createWriteStream } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { ActBody, ListedApplication } from '../../contract/office';
import { decisionBases, declineReasons, type OfficeStatus, officeActs, officeStatuses } from '../../model/office';
import { ownFile, ownFolder } from '../../server/db/lockFolder';
import { createDeps, type Deps } from '../../server/deps';
import { type ExportFile, exportApplication, OFFICE_MASKED, zipOf } from '../../server/handover/exportApplication';
import { Refusal } from '../../server/http/errors';
import { listApplications } from '../../server/office/listApplications';
import { listCsv } from '../../server/office/listCsv';
import { operatorAccess } from '../../server/office/officeAccess';
import { act } from '../../server/office/officeActs';
import { findStatus } from '../../server/office/officeStore';
import { createStripeGateway } from '../../server/payment/createPayments';
import {
  type Command,
  CommandError,
  type Given,
  type Portal,
  printRows,
  printText,
  requireSubscriber,
} from './command';
import { findSubmitted } from './operatorStore';

const reveal = { about: 'with SSNs, dates of birth and accounts in clear; masked unless said', isFlag: true };

/** A subscriber's submitted applications, for whoever takes them elsewhere by hand. */
export const applicationCommands: Record<string, Command> = {
  'applications list': {
    about: 'the submitted applications of a subscriber',
    places: ['subscriber'],
    options: {
      status: { about: `only these, by commas: ${officeStatuses.join(', ')}` },
      json: { about: 'as JSON', isFlag: true },
      csv: { about: 'as CSV, for a spreadsheet', isFlag: true },
    },
    run: list,
  },
  'applications show': {
    about: 'what an application says, as JSON',
    places: ['subscriber', 'application'],
    options: { json: { about: 'the same', isFlag: true }, reveal },
    run: show,
  },
  'applications export': {
    about: 'answers with their schema, signed record, documents and checks in a folder of its own, with a manifest',
    places: ['subscriber', 'application'],
    options: {
      to: { about: 'the folder that it is made in', needed: true },
      zip: { about: 'one zip archive in its place', isFlag: true },
      reveal,
    },
    run: exportOne,
  },
  'applications status': {
    about:
      'how an application stands; with --act moves it as its office does, mails the applicant, and says how it stands then',
    places: ['subscriber', 'application'],
    options: {
      json: { about: 'as JSON', isFlag: true },
      act: { about: `one of ${officeActs.join(', ')}` },
      bases: { about: `what a decision rests on, by commas: ${decisionBases.join(', ')}` },
      reasons: { about: `why it is declined, by commas: ${declineReasons.join(', ')}` },
      conditions: { about: 'the conditions of an approval' },
      report: { about: "the agency of a consumer report that was used: 'name; address; phone'" },
      documents: {
        about: 'the types of documents to ask for, by commas; 3/2 for those of the second source of type 3',
      },
      words: { about: 'what to say about them' },
    },
    run: status,
  },
};

async function list(portal: Portal, given: Given): Promise<void> {
  const { id } = await requireSubscriber(portal, given);
  const access = operatorAccess(String(id));
  const filters = { status: readStatuses(given.status) };
  if (given.csv) {
    for await (const line of listCsv(portal.db, access, filters)) portal.print(line.trimEnd());
    return;
  }
  const found: ListedApplication[] = [];
  for (let cursor: string | undefined, isMore = true; isMore; isMore = cursor !== undefined) {
    const page = await listApplications(portal.db, access, { ...filters, cursor });
    found.push(...page.applications);
    cursor = page.next ?? undefined;
  }
  if (given.json) return printText(portal, JSON.stringify(found, null, 2));
  const rows = found.map(({ id: application, submitted_at, status: state, checks, place, name }) => ({
    application,
    submitted: submitted_at.slice(0, 10),
    status: state,
    checks,
    place,
    name,
  }));
  printRows(portal, rows, 'No submitted applications yet.');
}

function readStatuses(wanted?: string): string | undefined {
  const unknown = wanted?.split(',').find((one) => !officeStatuses.some((known: OfficeStatus) => known === one));
  if (unknown === undefined) return wanted;
  throw new CommandError(`status '${unknown}': one of ${officeStatuses.join(', ')}`);
}

async function show(portal: Portal, given: Given): Promise<void> {
  const { trn } = await requireApplication(portal, given);
  const files = await exportOf(portal, trn, given);
  const answers = await files.find(({ name }) => name === 'answers.json')?.read();
  printText(portal, String(answers).trimEnd());
}

async function status(portal: Portal, given: Given): Promise<void> {
  if (given.act) await move(portal, given);
  const found = await requireApplication(portal, given);
  const row = { application: found.number, status: found.status, since: found.changed_at.toISOString() };
  if (given.json) printText(portal, JSON.stringify(row, null, 2));
  else printRows(portal, [row], '');
}

async function move(portal: Portal, given: Given): Promise<void> {
  const { trn } = await requireApplication(portal, given);
  const row = await findStatus(portal.db, trn);
  if (!row) throw new CommandError(`'${given.application}' is not submitted`);
  const body = readAct(given, row.revision);
  await act(await depsOf(portal), operatorAccess(row.subscriber_id), row, body).catch((cause: unknown) => {
    if (!(cause instanceof Refusal)) throw cause;
    const { message, extra } = cause;
    throw new CommandError(extra.errors?.map((error) => error.message).join(' ') || message);
  });
}

function readAct(given: Given, revision: number): ActBody {
  const name = oneOf('act', officeActs, given.act);
  const [agency = '', address = '', phone = ''] = given.report?.split(';').map((part) => part.trim()) ?? [];
  return {
    act: name,
    revision,
    bases: given.bases?.split(',').map((one) => oneOf('bases', decisionBases, one)),
    reasons: given.reasons?.split(',').map((one) => oneOf('reasons', declineReasons, one)),
    conditions: given.conditions,
    ...(given.report && { report: { name: agency, address, phone } }),
    documents: given.documents?.split(',').map((one) => {
      const [type, source = '0'] = one.split('/');
      return { document_id: Number(type), source_id: Number(source), text: given.words ?? '' };
    }),
  };
}

/** Throws a CommandError for a name that is none of those. */
function oneOf<T extends string>(option: string, names: readonly T[], given = ''): T {
  const found = names.find((name) => name === given.trim());
  if (found === undefined) throw new CommandError(`${option} '${given}': one of ${names.join(', ')}`);
  return found;
}

async function exportOne(portal: Portal, given: Given): Promise<void> {
  const { trn, number } = await requireApplication(portal, given);
  const files = await exportOf(portal, trn, given);
  const place = path.join(path.resolve(portal.cwd, given.to ?? ''), `application-${number}`);
  await mkdir(path.dirname(place), { recursive: true, mode: ownFolder });
  const target = given.zip ? `${place}.zip` : place;
  await (given.zip ? writeZip(files, target) : writeFolder(files, target)).catch((cause: NodeJS.ErrnoException) => {
    throw cause.code === 'EEXIST' ? new CommandError(`${target} is there already`) : cause;
  });
  portal.print(`${files.length} files: ${target}`);
  if (!given.zip) portal.print(`Whether they are whole later: npm run portal -- verify ${target}`);
}

async function writeFolder(files: readonly ExportFile[], folder: string): Promise<void> {
  await mkdir(folder, { mode: ownFolder });
  await mkdir(path.join(folder, 'files'), { mode: ownFolder });
  for (const { name, read } of files)
    await writeFile(path.join(folder, name), await read(), { mode: ownFile, flag: 'wx' });
}

/** A file that cannot be read leaves no archive that looks whole. */
async function writeZip(files: readonly ExportFile[], file: string): Promise<void> {
  await pipeline(
    zipOf(files, () => undefined),
    createWriteStream(file, { mode: ownFile, flags: 'wx' }),
  );
}

async function exportOf(portal: Portal, trn: string, given: Given): Promise<ExportFile[]> {
  return exportApplication(await depsOf(portal), trn, { masked: given.reveal ? [] : OFFICE_MASKED });
}

async function requireApplication(portal: Portal, given: Given) {
  const { id } = await requireSubscriber(portal, given);
  const found = await findSubmitted(portal.db, String(id), given.application ?? '');
  if (found) return found;
  throw new CommandError(
    `'${id}' has no submitted application '${given.application}'. See: npm run portal -- applications list ${id}`,
  );
}

/** What the server's own reading needs. No card is charged from here, so that no sandbox is begun for it. */
async function depsOf({ db, config }: Portal): Promise<Deps> {
  const nobody = { provider: 'sandbox', secretKey: 'none', publishableKey: '', webhookSecret: '' } as const;
  return createDeps(config, db, { payments: createStripeGateway(nobody) });
}
