import { createWriteStream } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { ConsumerReport, DecisionRequest, ListedApplication } from '../../contract/office';
import {
  approvalTerms,
  decisionBases,
  declineReasons,
  type OfficeStatus,
  officeActions,
  officeStatuses,
  revealKinds,
} from '../../model/office';
import {
  createZip,
  type ExportFile,
  exportApplication,
  OFFICE_MASKED,
} from '../../server/applications/exportApplication';
import { findStatus } from '../../server/applications/statusRepository';
import { createDeps, type Deps } from '../../server/deps';
import { decide } from '../../server/features/office/decide';
import { listCsv } from '../../server/features/office/listCsv';
import { listApplications } from '../../server/features/office/listRepository';
import { createOperatorAccess } from '../../server/features/office/officeAccess';
import { addReveal } from '../../server/features/office/reveals';
import { createStripeGateway } from '../../server/features/payment/createPayments';
import { PRIVATE_FILE, PRIVATE_FOLDER } from '../../server/platform/db/lockFolder';
import { Refusal } from '../../server/platform/http/errors';
import {
  type Command,
  CommandError,
  type ParsedArguments,
  type Portal,
  printRows,
  printText,
  requireSubscriber,
} from './command';
import { findSubmitted } from './operatorRepository';

const reveal = {
  reveal: {
    about: 'shows SSNs, dates of birth, account numbers and the documents that contain them',
    isFlag: true,
  },
  why: { about: 'the reason, stored in the audit log and shown to the office (required with --reveal)' },
};

export const applicationCommands: Record<string, Command> = {
  'applications list': {
    about: 'Lists the submitted applications of a subscriber.',
    places: ['subscriber'],
    options: {
      status: { about: `only these, comma-separated: ${officeStatuses.join(', ')}` },
      json: { about: 'as JSON', isFlag: true },
      csv: { about: 'as CSV for a spreadsheet', isFlag: true },
    },
    run: list,
  },
  'applications show': {
    about: 'Prints the answers of an application as JSON.',
    places: ['subscriber', 'application'],
    options: { json: { about: 'no effect: the output is always JSON', isFlag: true }, ...reveal },
    run: show,
  },
  'applications export': {
    about: 'Exports answers, their schema, the signed record, documents and checks into a folder with a manifest.',
    places: ['subscriber', 'application'],
    options: {
      to: { about: 'the folder to create it in', needed: true },
      zip: { about: 'a zip file instead of a folder', isFlag: true },
      ...reveal,
    },
    run: exportOne,
  },
  'applications status': {
    about:
      'Prints the status of an application. With --act, decides as the office does, emails the applicant and prints the new status.',
    places: ['subscriber', 'application'],
    options: {
      json: { about: 'as JSON', isFlag: true },
      act: { about: `one of ${officeActions.join(', ')}` },
      bases: { about: `what a decision is based on, comma-separated: ${decisionBases.join(', ')}` },
      reasons: { about: `why it's declined, comma-separated: ${declineReasons.join(', ')}` },
      conditions: { about: 'the conditions of an approval' },
      reports: {
        about:
          "the agencies of consumer reports you used, separated by |: 'name; address; toll-free phone'. Only for reports without a score",
      },
      terms: { about: `what an approval with conditions requires, comma-separated: ${approvalTerms.join(', ')}` },
      documents: {
        about: 'document types to request, comma-separated; 3/2 is type 3 of the second source',
      },
      words: { about: 'a note to the applicant about the requested documents' },
    },
    run: status,
  },
};

async function list(portal: Portal, given: ParsedArguments): Promise<void> {
  const { id } = await requireSubscriber(portal, given);
  const access = createOperatorAccess(String(id));
  const filters = { status: readStatuses(given.status) };
  if (given.csv) {
    for await (const line of listCsv(portal, access, filters)) portal.print(line.trim());
    return;
  }
  const found: ListedApplication[] = [];
  for (let cursor: string | undefined, isMore = true; isMore; isMore = cursor !== undefined) {
    const page = await listApplications(portal, access, { ...filters, cursor });
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
  printRows(portal, rows, 'No applications found.');
}

function readStatuses(wanted?: string): string | undefined {
  const unknown = wanted?.split(',').find((one) => !officeStatuses.some((known: OfficeStatus) => known === one));
  if (unknown === undefined) return wanted;
  throw new CommandError(`There's no status '${unknown}'. Use one of ${officeStatuses.join(', ')}.`);
}

async function show(portal: Portal, given: ParsedArguments): Promise<void> {
  const { trn } = await requireApplication(portal, given);
  const files = await exportOf(portal, trn, given);
  const answers = await files.find(({ name }) => name === 'answers.json')?.read();
  printText(portal, String(answers).trimEnd());
}

async function status(portal: Portal, given: ParsedArguments): Promise<void> {
  if (given.act) await move(portal, given);
  const found = await requireApplication(portal, given);
  const row = { application: found.number, status: found.status, since: found.changed_at.toISOString() };
  if (given.json) printText(portal, JSON.stringify(row, null, 2));
  else printRows(portal, [row], '');
}

async function move(portal: Portal, given: ParsedArguments): Promise<void> {
  const { trn } = await requireApplication(portal, given);
  const row = await findStatus(portal.db, trn);
  if (!row) throw new CommandError(`Application '${given.application}' isn't submitted yet, so it has no status.`);
  const body = readAct(given, row.revision);
  await decide(await depsOf(portal), createOperatorAccess(row.subscriber_id), row, body).catch((cause: unknown) => {
    if (!(cause instanceof Refusal)) throw cause;
    const { message, extra } = cause;
    throw new CommandError(extra.errors?.map((error) => error.message).join(' ') || message);
  });
}

function readAct(given: ParsedArguments, revision: number): DecisionRequest {
  const name = oneOf('act', officeActions, given.act);
  return {
    act: name,
    revision,
    bases: given.bases?.split(',').map((one) => oneOf('bases', decisionBases, one)),
    reasons: given.reasons?.split(',').map((one) => oneOf('reasons', declineReasons, one)),
    conditions: given.conditions,
    terms: given.terms?.split(',').map((one) => oneOf('terms', approvalTerms, one)),
    reports: given.reports?.split('|').map(readReport),
    documents: given.documents?.split(',').map((one) => {
      const [type, source = '0'] = one.split('/');
      return { document_id: Number(type), source_id: Number(source), text: given.words ?? '' };
    }),
  };
}

/** Parses the agency of a consumer report: `'Example Reports; 1 Main St; 800 555 0143'`. */
function readReport(text: string): ConsumerReport {
  const [name = '', address = '', phone = ''] = text.split(';').map((part) => part.trim());
  return { name, address, phone, score_used: 'No' };
}

function oneOf<T extends string>(option: string, names: readonly T[], given = ''): T {
  const found = names.find((name) => name === given.trim());
  if (found === undefined) throw new CommandError(`--${option} can't be '${given}'. Use one of ${names.join(', ')}.`);
  return found;
}

async function exportOne(portal: Portal, given: ParsedArguments): Promise<void> {
  const { trn, number } = await requireApplication(portal, given);
  const files = await exportOf(portal, trn, given);
  const place = path.join(path.resolve(portal.cwd, given.to ?? ''), `application-${number}`);
  await mkdir(path.dirname(place), { recursive: true, mode: PRIVATE_FOLDER });
  const target = given.zip ? `${place}.zip` : place;
  await (given.zip ? writeZip(files, target) : writeFolder(files, target)).catch((cause: NodeJS.ErrnoException) => {
    throw cause.code === 'EEXIST'
      ? new CommandError(`${target} already exists. Move or rename it, or choose another folder with --to.`)
      : cause;
  });
  portal.print(`Exported ${files.length} files to ${target}`);
  if (!given.zip) portal.print(`To check them later, run: npm run portal -- verify ${target}`);
}

async function writeFolder(files: readonly ExportFile[], folder: string): Promise<void> {
  await mkdir(folder, { mode: PRIVATE_FOLDER });
  await mkdir(path.join(folder, 'files'), { mode: PRIVATE_FOLDER });
  for (const { name, read } of files)
    await writeFile(path.join(folder, name), await read(), { mode: PRIVATE_FILE, flag: 'wx' });
}

/** If a file can't be read, throws and leaves an incomplete zip. */
async function writeZip(files: readonly ExportFile[], file: string): Promise<void> {
  await pipeline(
    createZip(files, () => undefined),
    createWriteStream(file, { mode: PRIVATE_FILE, flags: 'wx' }),
  );
}

async function exportOf(portal: Portal, trn: string, given: ParsedArguments): Promise<ExportFile[]> {
  const deps = await depsOf(portal);
  if (!given.reveal) return exportApplication(deps, trn, { masked: OFFICE_MASKED });
  const { id } = await requireSubscriber(portal, given);
  const why = given.why?.trim();
  if (!why) throw new CommandError(REASON_NEEDED);
  await addReveal(deps, { access: createOperatorAccess(String(id)), trn }, { kinds: revealKinds, why });
  return exportApplication(deps, trn, { masked: [] });
}

const REASON_NEEDED = "--reveal needs a reason: --why '…'. It's stored in the audit log.";

async function requireApplication(portal: Portal, given: ParsedArguments) {
  const { id } = await requireSubscriber(portal, given);
  const found = await findSubmitted(portal.db, String(id), given.application ?? '');
  if (found) return found;
  throw new CommandError(
    `'${id}' has no submitted application '${given.application}'. To see the list, run: npm run portal -- applications list ${id}`,
  );
}

/** The payment gateway has no valid key, because commands charge no cards. */
async function depsOf({ db, config }: Portal): Promise<Deps> {
  const nobody = { provider: 'sandbox', secretKey: 'none', publishableKey: '', webhookSecret: '' } as const;
  return createDeps(config, db, { payments: createStripeGateway(nobody) });
}
