import { createHash } from 'node:crypto';
import texts from '../../../schemas/texts/server-application.json';
import type { BodyError } from '../../contract/call';
import { bodyPath, mapSections, type StepAnswers } from '../../model/body';
import { toPointer } from '../../model/paths';
import type { Applicant } from '../auth/sessions';
import { sealAnswers } from '../crypto/sealedAnswers';
import type { Deps } from '../deps';
import type { OfficeEventType } from '../handover/officeEvents';
import { placeInSections } from '../http/checkBody';
import { refuse } from '../http/errors';
import { judgeStep } from './judgeStep';
import { type OpenStep, openStep, stepBound } from './openStep';
import { stepRecords } from './stepRecords';
import { madeWith } from './stepStore';

export interface SaveOptions {
  /** Members of the body that belong to the call, not to a section. */
  also?: string[];
  /** Where the call comes from: a new SSN counts for it, too (security page). */
  address?: string;
  /** Steps of the success area are answered after the application was submitted. */
  afterwards?: boolean;
  /** May be completed once only. */
  once?: boolean;
  /** Saved already under this act, it answers the version that came of it. */
  act?: string;
  /** What the landlord's system is sent. */
  event?: OfficeEventType;
  /** Lays what only the server knows into the answers. */
  derive?(answers: StepAnswers): StepAnswers;
  /** What else may be wrong, next to the schema. */
  check?(answers: StepAnswers, open: OpenStep): { path: string; message: string }[];
}

/**
 * Saves a step as a whole and gives its new version. Throws `invalid` with pointers into the body, `staleVersion` with what is
 * stored, `stepOrder` when an earlier step is not complete, `submitted` when it is too late.
 */
export async function saveStep(
  deps: Deps,
  applicant: Applicant,
  flow: string,
  id: string,
  body: Record<string, unknown>,
  options: SaveOptions = {},
) {
  const open = await openStep(deps, applicant, flow, id);
  const version = versionOf(body);
  if (isSavedBy(open, options)) return { version: open.version };
  refuseWrongTime(deps, open, options.afterwards);
  if (options.once && open.complete) throw refuse('secondaryComplete');
  if (version !== open.version) throw stale(deps, open);
  const judged = judgeStep(deps, open, body, options.also);
  const { errors, newSsn } = judged;
  const answers = options.derive?.(judged.answers) ?? judged.answers;
  errors.push(...placeInSections(options.check?.(answers, open) ?? [], open.step, open.schemaOf, body));
  errors.push(...unconfirmed(open, body));
  if (errors.length) throw refuse('invalid', { errors });
  if (newSsn) await deps.limits.take('ssn', { account: applicant.trn, address: options.address });
  const saved = await writeStep(deps, applicant, open, answers, {
    version,
    complete: true,
    afterwards: options.afterwards,
    act: options.act,
    event: options.event,
  });
  return { version: saved ?? (await savedMeanwhile(deps, applicant, open, options)) };
}

/** What was taken over from an earlier application counts once it was confirmed. */
function unconfirmed({ step, unconfirmed: sections }: OpenStep, body: Record<string, unknown>): BodyError[] {
  return sections.map((section) => ({
    path: toPointer(bodyPath(step, section, [], body)),
    section,
    field: '',
    message: texts.confirmTaken,
  }));
}

/** The version a save is based on. Throws `invalid` when there is none. */
export function versionOf(body: Record<string, unknown>): number {
  const { version } = body;
  if (typeof version === 'number' && Number.isInteger(version) && version >= 0) return version;
  throw refuse('invalid', { errors: [{ path: '/version', message: texts.versionMissing }] });
}

/** Throws when an earlier step is not complete, or when the application is submitted and this step is one of the four. */
export function refuseWrongTime(deps: Deps, open: OpenStep, afterwards = false): void {
  if (open.step.sections.length === 0) throw refuse('notFound');
  if (open.submitted !== afterwards) throw refuse(afterwards ? 'notSubmitted' : 'submitted');
  const missing = earlierSteps(deps, open).find((step) => !open.done.includes(step.id));
  if (missing)
    throw refuse('stepOrder', { message: missing.incomplete, records: { step: missing.id, route: missing.route } });
}

/** The steps of the flow that must be complete before this one. */
export function earlierSteps(deps: Deps, { flow, step }: OpenStep) {
  const steps = deps.forms.catalogue.flow(flow).steps;
  return steps
    .slice(
      0,
      steps.findIndex((one) => one.id === step.id),
    )
    .filter((one) => one.status);
}

/** Seals the answers and writes them in one statement; undefined when something else came first. */
export async function writeStep(
  deps: Deps,
  applicant: Applicant,
  open: OpenStep,
  answers: StepAnswers,
  {
    version,
    complete,
    afterwards = false,
    act,
    event,
  }: { version: number; complete: boolean } & Pick<SaveOptions, 'afterwards' | 'act' | 'event'>,
): Promise<number | undefined> {
  const { trn } = applicant;
  return deps.stores.steps.save({
    trn,
    step: open.step.id,
    data: await sealStep(deps, trn, open, answers),
    version,
    complete,
    schemaHash: schemaHash(deps, open),
    ...madeWith(deps, open.overlay),
    now: deps.clock(),
    earlier: earlierSteps(deps, open).map((one) => one.id),
    afterwards,
    reopens: open.step.reopens,
    name: nameIn(open, answers),
    act,
    event,
  });
}

/** A step's answers as they lie in its row. */
export async function sealStep(
  deps: Deps,
  trn: string,
  { step }: OpenStep,
  answers: StepAnswers,
): Promise<StepAnswers> {
  const key = await deps.keyring.keyOf(trn);
  const schemaOf = (section: string) => deps.forms.catalogue.section(section).schema;
  return mapSections(answers, (one, section) => sealAnswers(schemaOf(section), one, key, stepBound(trn, step.id)));
}

/** Tells which questions the answers were given to. */
export function schemaHash(deps: Deps, { step, overlay }: OpenStep): string {
  const asked = step.sections.map(({ section }) => deps.forms.plainOf(section, overlay).strict);
  return createHash('sha256').update(JSON.stringify(asked)).digest('hex').slice(0, 40);
}

/** The applicant's name, if this is the step that asks for it: the shell and the signature go by it. */
function nameIn({ step }: OpenStep, answers: StepAnswers) {
  const part = step.sections.find((one) => one.body === 'applicant');
  if (!part) return undefined;
  const { first_name, last_name } = answers[part.section] ?? {};
  return { first: String(first_name), last: String(last_name) };
}

function stale(deps: Deps, open: OpenStep) {
  return refuse('staleVersion', { records: stepRecords(deps, open) });
}

/** Somebody was faster between reading and writing: the version, if it was the same act; else what stands now tells why nothing was written. */
async function savedMeanwhile(
  deps: Deps,
  applicant: Applicant,
  before: OpenStep,
  options: SaveOptions,
): Promise<number> {
  const now = await openStep(deps, applicant, before.flow, before.step.id);
  if (isSavedBy(now, options)) return now.version;
  refuseWrongTime(deps, now, options.afterwards);
  throw stale(deps, now);
}

/** An act that is tried again because its answer was lost. */
const isSavedBy = (open: OpenStep, { act }: SaveOptions) => act !== undefined && open.act === act;
