import { isDeepStrictEqual } from 'node:util';
import { messages } from '../../../messages/serverMessages';
import { findAnswers, findDoneRows, rowsOfDone } from '../../../model/answers/answerRows';
import { linkedNames, migrateAnswers } from '../../../model/answers/migrations';
import { ownMember, recordsIn } from '../../../model/answers/paths';
import { mapSections, type StepAnswers } from '../../../model/answers/stepBody';
import type { StoredDocument } from '../../../model/formContext';
import { namesPeople } from '../../../model/household';
import { withoutForbidden } from '../../../model/law/withoutForbidden';
import type { Answers, Context, SchemaNode, Step, StepRole, SubscriberSettings } from '../../../model/types';
import type { Applicant } from '../../platform/sessions/sessions';
import type { ApplicationDeps } from '../applicationDeps';
import { refuse } from '../applicationErrors';
import { dropLostDocuments } from '../documents/documentReferences';
import { findHousehold, findHouseholdByTrn } from '../household/householdRepository';
import { markFixedRows } from '../household/markFixedRows';
import { openAnswers } from '../sealedAnswers';
import { type DecryptOptions, decryptFound, draftAdditionalData, toStepQuery } from './readStored';
import { recheckSteps } from './recheckSteps';
import { renameDrafts } from './renameDrafts';
import { needsCheck, type StepState } from './stepRepository';

/** A step's answers, unmasked. Never send them. */
export interface OpenStep {
  flow: string;
  /** Only the sections shown to this applicant. */
  step: Step;
  settings: SubscriberSettings;
  context: Context;
  /** Saved answers, or prefilled answers before the first save. */
  answers: StepAnswers;
  savedAt: Record<string, Date>;
  storedIn: Record<string, string>;
  /** True if any answers of this step are saved. */
  isAnswered: boolean;
  drafts(): StepAnswers;
  version: number;
  schemaVersion: string | null;
  complete: boolean;
  idempotencyKey: string | null;
  documents: StoredDocument[];
  /** Sections with answers that include deleted files. */
  lostSections: string[];
  submitted: boolean;
  done: string[];
  doneBy: Record<string, string[]>;
  /** Copied sections that haven't been confirmed. */
  unconfirmed: string[];
  schemaOf(section: string): SchemaNode;
}

/** Reads a step. Throws `notFound` or `staleSession`. */
export async function openStep(
  deps: ApplicationDeps,
  applicant: Applicant,
  flow: string,
  id: string,
): Promise<OpenStep> {
  const fullStep = deps.forms.findStep(flow, id);
  const [settings, context, key] = await Promise.all([
    deps.forms.getSettings(applicant),
    deps.forms.getContext(applicant),
    deps.keyring.keyOf(applicant.trn),
  ]);
  const state = await loadState(deps, applicant, fullStep, settings);
  const opened =
    openedSteps.get(state) ??
    (await withFixedRows(
      deps,
      applicant,
      decryptStep(deps, applicant, { flow, fullStep, settings, context, key, state }),
    ));
  openedSteps.set(state, opened);
  return opened;
}

async function withFixedRows(
  { db }: Pick<ApplicationDeps, 'db'>,
  { trn }: Applicant,
  open: OpenStep,
): Promise<OpenStep> {
  // Read again, because a household may be newer than the session.
  const id = namesPeople(open.step) ? await findHouseholdByTrn(db, trn) : undefined;
  const found = id ? await findHousehold(db, id) : undefined;
  return found ? { ...open, answers: markFixedRows(open.answers, found, open.schemaOf) } : open;
}

/** Caches decrypted steps, because pages read a step more than once. */
const openedSteps = new WeakMap<StepState, OpenStep>();

async function loadState(
  deps: ApplicationDeps,
  applicant: Applicant,
  step: Step,
  settings: SubscriberSettings,
): Promise<StepState> {
  const query = toStepQuery(deps, step, settings);
  const load = () => deps.stores.steps.find(applicant.trn, query);
  const state = await load();
  if (!state) throw refuse('staleSession');
  const isOld = state.rows.some(needsCheck);
  if (state.renamed.length > 0) await renameDrafts(deps, applicant.trn, state.renamed);
  if (isOld && !state.application.submitted) await recheckSteps(deps, applicant);
  const hasChanged = state.renamed.length > 0 || (isOld && !state.application.submitted);
  return (hasChanged && (await load())) || state;
}

interface DecryptInput extends Pick<OpenStep, 'flow' | 'settings' | 'context'> {
  fullStep: Step;
  key: Buffer;
  state: StepState;
}

function decryptStep(
  deps: Pick<ApplicationDeps, 'forms' | 'log'>,
  applicant: Applicant,
  { flow, fullStep, settings, context, key, state }: DecryptInput,
): OpenStep {
  const { forms } = deps;
  const { id } = fullStep;
  const step = { ...fullStep, sections: forms.listSections(fullStep, context) };
  const wholeSchema = (section: string) => forms.catalog.section(section).schema;
  const onLost = (field: string) =>
    deps.log.warn({ trn: applicant.trn, step: id, field }, messages('operator').unreadable);
  const found = findAnswers(state.rows, toStepQuery(deps, fullStep, settings), forms.migrationsFrom);
  const stored = decryptFound(forms, found, { key, trn: applicant.trn, onLost });
  const own = state.rows.find((row) => row.step === id);
  const done = rowsOfDone(forms.catalog.flow(flow), state.rows, (name) => linkedNames(name, forms.pastMigrations));
  // This row may have been saved under a former id of the step.
  const registrationAnswers = state.rows.find((row) => row.step === findDoneRows(done, id)[0]);
  const first = own ? {} : prefillFromRegistration(step, state, wholeSchema);
  const saved = mapSections({ ...first, ...stored }, (answers, section) =>
    withoutForbidden(wholeSchema(section), answers, settings),
  );
  const answers = dropLostDocuments(saved, (section) => forms.catalog.section(section), state.documents);
  return {
    flow,
    step,
    settings,
    context,
    answers,
    lostSections: Object.keys(answers).filter((section) => !isDeepStrictEqual(answers[section], saved[section])),
    savedAt: Object.fromEntries(Object.entries(found).map(([section, { row }]) => [section, new Date(row.saved_at)])),
    storedIn: Object.fromEntries(Object.entries(found).map(([section, { row }]) => [section, row.step])),
    isAnswered: own !== undefined || Object.keys(found).length > 0,
    drafts: () => decryptDrafts(deps, applicant.trn, state, { key, onLost, settings }),
    version: own?.version ?? 0,
    schemaVersion: (own ?? registrationAnswers ?? Object.values(found)[0]?.row)?.schema_version ?? null,
    complete: findDoneRows(done, id).length > 0,
    idempotencyKey: own?.act ?? null,
    documents: state.documents,
    submitted: state.application.submitted,
    done: Object.keys(done),
    doneBy: done,
    unconfirmed: state.unconfirmed,
    schemaOf: (section) => forms.getPlainSection(section, settings).schema,
  };
}

/** Throws `notFound` if no step has this role. */
export async function openStepByRole(deps: ApplicationDeps, applicant: Applicant, role: StepRole): Promise<OpenStep> {
  const open = await findOpenStep(deps, applicant, role);
  if (!open) throw refuse('notFound');
  return open;
}

export async function findOpenStep(
  deps: ApplicationDeps,
  applicant: Applicant,
  role: StepRole,
): Promise<OpenStep | undefined> {
  const found = deps.forms.findStepByRole(role);
  return found && openStep(deps, applicant, found.flow, found.step.id);
}

export function openSubmission(deps: ApplicationDeps, applicant: Applicant): Promise<OpenStep> {
  const { flow, step } = deps.forms.getStep('submission');
  return openStep(deps, applicant, flow, step.id);
}

function decryptDrafts(
  { forms }: Pick<ApplicationDeps, 'forms'>,
  trn: string,
  { drafts, draft_versions }: StepState,
  { key, onLost, settings }: Omit<DecryptOptions, 'trn'> & Pick<OpenStep, 'settings'>,
): StepAnswers {
  return mapSections(drafts, (answers, section) => {
    const today = migrateAnswers(section, answers, forms.migrationsFrom(draft_versions[section] ?? null));
    const { schema } = forms.catalog.section(section);
    const lost = (path: string) => onLost(`${section}/${path}`);
    const clear = openAnswers(schema, today, key, draftAdditionalData(trn, section), lost);
    return withoutForbidden(schema, clear, settings);
  });
}

function prefillFromRegistration(step: Step, state: StepState, schemaOf: (section: string) => SchemaNode): StepAnswers {
  const parts = step.sections.filter((one) => one.body === 'applicant' || one.from);
  return Object.fromEntries(
    parts.map(({ section, from, keeps = [] }) => {
      const properties = schemaOf(section).properties ?? {};
      const registered = Object.entries(from ? renamed(state, from) : applicantAnswers(state));
      const converted = registered.map(([name, value]) => {
        const node = ownMember(properties, name);
        return [name, node && convertAnswer(node, value, keeps.includes(name))] as const;
      });
      return [section, Object.fromEntries(converted.filter(([, value]) => value !== undefined))];
    }),
  );
}

/** Floor and unit may come from the link. */
function renamed({ registration, application }: StepState, from: Record<string, string>): Answers {
  const state: Answers = {
    ...registration,
    floor: application.floor_id ?? undefined,
    unit: application.unit_id ?? undefined,
  };
  return Object.fromEntries(Object.entries(from).map(([name, registered]) => [name, ownMember(state, registered)]));
}

/** Converts text to a number if the field needs one. With `isKept`, keeps text that isn't a number. */
function convertAnswer({ type }: SchemaNode, value: unknown, isKept: boolean): unknown {
  if (value === undefined || value === '' || (type !== 'number' && type !== 'integer')) return value || undefined;
  const number = Number(value);
  const isValid = type === 'integer' ? Number.isInteger(number) : Number.isFinite(number);
  // With `isKept`, '007' stays text, because it would become 7.
  if (isValid && (!isKept || String(number) === String(value))) return number;
  return isKept ? value : undefined;
}

function applicantAnswers({ application, registration }: StepState): Answers {
  const mobile = Array.isArray(registration.mobile) ? registration.mobile.map((number) => ({ number })) : [];
  const other = recordsIn(registration.other)[0];
  return {
    first_name: application.first_name || undefined,
    middle_name: registration.mname || undefined,
    last_name: application.last_name || undefined,
    Email: application.email || undefined,
    mobile: mobile.length ? mobile : undefined,
    otherPhoneCaption: other?.type,
    otherPhoneNumber: other?.number,
  };
}
