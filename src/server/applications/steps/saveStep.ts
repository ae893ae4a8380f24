import { createHash } from 'node:crypto';
import type { BodyError } from '../../../contract/call';
import { messages } from '../../../messages/serverMessages';
import { findDoneRows } from '../../../model/answers/answerRows';
import { linkedNames } from '../../../model/answers/migrations';
import { toPointer } from '../../../model/answers/paths';
import { bodyPath, mapSections, type StepAnswers } from '../../../model/answers/stepBody';
import { isStepSkipped, namesPeople } from '../../../model/household';
import type { Applicant } from '../../platform/sessions/sessions';
import type { ApplicationDeps } from '../applicationDeps';
import { refuse } from '../applicationErrors';
import { locateErrors } from '../checkBody';
import type { ApplicationEvent } from '../domainEvents';
import { saveWithMembers } from '../household/syncMembers';
import { assertFirstNotices } from '../notices/requireNotices';
import { sealAnswers } from '../sealedAnswers';
import { checkedUnder, formsUsed } from './formsUsed';
import { type OpenStep, openStep } from './openStep';
import { stepAdditionalData } from './readStored';
import { stepRecords } from './stepRecords';
import type { ChangedPart } from './stepRepository';
import { validateStep } from './validateStep';

export interface SaveOptions {
  extraMembers?: string[];
  /** New SSNs are limited per IP address. */
  ip?: string;
  afterSubmission?: boolean;
  once?: boolean;
  /** A repeated save with this key returns the version of the first save. */
  idempotencyKey?: string;
  event?: ApplicationEvent['type'];
  /** Adds answers that the server calculates. */
  derive?(answers: StepAnswers): StepAnswers;
  check?(answers: StepAnswers, open: OpenStep): { path: string; message: string }[];
}

/** Saves a step and returns its new version. Throws if the answers are invalid or the version is outdated. */
export async function saveStep(
  deps: ApplicationDeps,
  applicant: Applicant,
  flow: string,
  id: string,
  body: Record<string, unknown>,
  options: SaveOptions = {},
) {
  const open = await openStep(deps, applicant, flow, id);
  const version = readVersion(body);
  if (isRepeat(open, options)) return { version: open.version };
  assertSavable(deps, open, options.afterSubmission);
  await assertFirstNotices(deps, applicant);
  if (options.once && open.complete) throw refuse('secondaryComplete');
  if (version !== open.version) throw staleVersion(deps, open);
  const result = validateStep(deps, open, body, options.extraMembers);
  const { errors, newSsn } = result;
  const answers = options.derive?.(result.answers) ?? result.answers;
  errors.push(...locateErrors(options.check?.(answers, open) ?? [], open.step, open.schemaOf, body));
  errors.push(...unconfirmedErrors(open, body));
  if (errors.length) throw refuse('invalid', { errors });
  if (newSsn) await deps.limits.take('ssn', { account: applicant.trn, address: options.ip });
  const saved = await writeStep(deps, applicant, open, answers, {
    version,
    complete: true,
    afterSubmission: options.afterSubmission,
    idempotencyKey: options.idempotencyKey,
    event: options.event,
  });
  return { version: saved ?? (await resolveConflict(deps, applicant, open, options)) };
}

function unconfirmedErrors({ step, unconfirmed: sections }: OpenStep, body: Record<string, unknown>): BodyError[] {
  return sections.map((section) => ({
    path: toPointer(bodyPath(step, section, [], body)),
    section,
    field: '',
    message: messages('server-application').confirmTaken,
  }));
}

/** Throws `invalid` if the body has no valid version. */
export function readVersion(body: Record<string, unknown>): number {
  const { version } = body;
  if (typeof version === 'number' && Number.isInteger(version) && version >= 0) return version;
  throw refuse('invalid', { errors: [{ path: '/version', message: messages('server-application').versionMissing }] });
}

/** Throws `notFound`, `stepOrder`, `submitted` or `notSubmitted` if the step can't be saved. */
export function assertSavable(deps: Pick<ApplicationDeps, 'forms'>, open: OpenStep, afterSubmission = false): void {
  if (open.step.sections.length === 0) throw refuse('notFound');
  if (open.submitted !== afterSubmission) throw refuse(afterSubmission ? 'notSubmitted' : 'submitted');
  const missing = earlierSteps(deps, open).find((step) => !open.done.includes(step.id));
  if (missing)
    throw refuse('stepOrder', { message: missing.incomplete, records: { step: missing.id, route: missing.route } });
}

export function earlierSteps(deps: Pick<ApplicationDeps, 'forms'>, { flow, step, context }: OpenStep) {
  const steps = deps.forms.catalog.flow(flow).steps;
  return steps
    .slice(
      0,
      steps.findIndex((one) => one.id === step.id),
    )
    .filter((one) => one.status && !isStepSkipped(one, context.householdRole));
}

/** Returns the step's new version, or undefined if another save, the submission or a reopened step came first. */
export async function writeStep(
  deps: ApplicationDeps,
  applicant: Applicant,
  open: OpenStep,
  answers: StepAnswers,
  {
    version,
    complete,
    afterSubmission = false,
    idempotencyKey,
    event,
  }: { version: number; complete: boolean } & Pick<SaveOptions, 'afterSubmission' | 'idempotencyKey' | 'event'>,
): Promise<number | undefined> {
  const { trn } = applicant;
  return deps.stores.steps.save({
    trn,
    step: open.step.id,
    data: await sealStep(deps, trn, open, answers),
    version,
    complete,
    schemaHash: schemaHash(deps, open),
    ...formsUsed(deps, open.settings),
    now: deps.clock(),
    earlier: earlierSteps(deps, open).flatMap((one) => findDoneRows(open.doneBy, one.id)),
    afterSubmission,
    reopens: open.step.reopens ? findDoneRows(open.doneBy, open.step.reopens) : [],
    names: Object.keys(answers).flatMap((section) => linkedNames(section, deps.forms.pastMigrations)),
    checkedUnder: checkedUnder(deps.forms, open.settings),
    name: applicantName(open, answers),
    changed: changedParts(open, answers),
    idempotencyKey,
    event,
    ...(namesPeople(open.step) && { within: saveWithMembers(deps, applicant, answers) }),
  });
}

export async function sealStep(
  deps: Pick<ApplicationDeps, 'keyring' | 'forms'>,
  trn: string,
  { step }: OpenStep,
  answers: StepAnswers,
): Promise<StepAnswers> {
  const key = await deps.keyring.keyOf(trn);
  const findSchema = (section: string) => deps.forms.catalog.section(section).schema;
  return mapSections(answers, (one, section) =>
    sealAnswers(findSchema(section), one, key, stepAdditionalData(trn, step.id)),
  );
}

export function schemaHash(deps: Pick<ApplicationDeps, 'forms'>, { step, settings }: OpenStep): string {
  const schemas = step.sections.map(({ section }) => deps.forms.getPlainSection(section, settings).strict);
  return createHash('sha256').update(JSON.stringify(schemas)).digest('hex').slice(0, 40);
}

function applicantName({ step }: OpenStep, answers: StepAnswers) {
  const part = step.sections.find((one) => one.body === 'applicant');
  if (!part) return undefined;
  const { first_name, last_name } = answers[part.section] ?? {};
  return { first: String(first_name), last: String(last_name) };
}

/** Returns the changed fields that are compared with the license. */
function changedParts({ step, answers: before }: OpenStep, answers: StepAnswers): ChangedPart[] {
  const section = step.sections.find((one) => one.body === 'applicant')?.section ?? '';
  const hasChanged = (name: string) => answers[section]?.[name] !== before[section]?.[name];
  return [
    ...(['first_name', 'last_name'].some(hasChanged) ? (['name'] as const) : []),
    ...(hasChanged('DOB') ? (['DOB'] as const) : []),
  ];
}

function staleVersion(deps: Pick<ApplicationDeps, 'forms'>, open: OpenStep) {
  return refuse('staleVersion', { records: stepRecords(deps, open) });
}

/** Returns the version if the same request was saved earlier. Throws otherwise. */
async function resolveConflict(
  deps: ApplicationDeps,
  applicant: Applicant,
  before: OpenStep,
  options: SaveOptions,
): Promise<number> {
  const current = await openStep(deps, applicant, before.flow, before.step.id);
  if (isRepeat(current, options)) return current.version;
  assertSavable(deps, current, options.afterSubmission);
  throw staleVersion(deps, current);
}

const isRepeat = (open: OpenStep, { idempotencyKey }: SaveOptions) =>
  idempotencyKey !== undefined && open.idempotencyKey === idempotencyKey;
