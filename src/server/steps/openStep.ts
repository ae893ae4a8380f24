import texts from '../../../schemas/texts/operator.json';
import { mapSections, type StepAnswers } from '../../model/body';
import type { StoredDocument } from '../../model/formContext';
import { type Migration, migrateAnswers, pendingMigrations } from '../../model/migrations';
import { recordsIn } from '../../model/paths';
import type { Answers, Context, Overlay, SchemaNode, Step, StepRole } from '../../model/types';
import type { Applicant } from '../auth/sessions';
import { openAnswers } from '../crypto/sealedAnswers';
import type { Deps } from '../deps';
import { refuse } from '../http/errors';
import { dropLostDocuments } from './documentReferences';
import type { KnownStep } from './stepStore';

/** A step of one application with everything a read or a save needs; the answers in clear, for this process only. */
export interface OpenStep {
  flow: string;
  /** With the sections that are asked of this applicant. */
  step: Step;
  overlay: Overlay;
  context: Context;
  /** As saved; before the first save what is known already. */
  answers: StepAnswers;
  /** As typed since; opened when they are asked for. */
  drafts(): StepAnswers;
  version: number;
  complete: boolean;
  /** The act of its last save, where that was named. */
  act: string | null;
  documents: StoredDocument[];
  submitted: boolean;
  /** Ids of the steps that are complete. */
  done: string[];
  /** Sections that were taken over from an earlier application and are not confirmed yet. */
  unconfirmed: string[];
  schemaOf(section: string): SchemaNode;
}

/**
 * Reads a step of this applicant's application. Throws `notFound` for a step that the flow does not have,
 * `staleSession` when the application is gone.
 */
export async function openStep(deps: Deps, applicant: Applicant, flow: string, id: string): Promise<OpenStep> {
  const whole = deps.forms.stepOf(flow, id);
  const [overlay, context, key, known] = await Promise.all([
    deps.forms.overlayOf(applicant.subscriberId),
    deps.forms.contextOf(applicant),
    deps.keyring.keyOf(applicant.trn),
    deps.stores.steps.known(
      applicant.trn,
      id,
      whole.sections.map((one) => one.section),
    ),
  ]);
  if (!known) throw refuse('staleSession');
  const opened = openedBefore.get(known) ?? openKnown(deps, applicant, { flow, whole, overlay, context, key, known });
  openedBefore.set(known, opened);
  return opened;
}

/** A page that shows several steps looks at one of them more than once (src/server/opening/openingStore.ts): it is decrypted once. */
const openedBefore = new WeakMap<KnownStep, OpenStep>();

interface Read extends Pick<OpenStep, 'flow' | 'overlay' | 'context'> {
  whole: Step;
  key: Buffer;
  known: KnownStep;
}

function openKnown(deps: Deps, applicant: Applicant, { flow, whole, overlay, context, key, known }: Read): OpenStep {
  const { id } = whole;
  const step = { ...whole, sections: deps.forms.sectionsOf(whole, context) };
  const wholeSchema = (section: string) => deps.forms.catalogue.section(section).schema;
  const onLost = (field: string) => deps.log.warn({ trn: applicant.trn, step: id, field }, texts.unreadable);
  const place = { key, trn: applicant.trn, step: id, onLost };
  const opened = openAll(migrated(known, deps.forms.migrations), place, wholeSchema);
  const stored = known.stored ? opened.stored : registeredFirst(step, known, wholeSchema);
  return {
    flow,
    step,
    overlay,
    context,
    answers: dropLostDocuments(stored, wholeSchema, known.documents),
    drafts: opened.drafts,
    version: known.stored?.version ?? 0,
    complete: known.stored?.complete ?? false,
    act: known.stored?.act ?? null,
    documents: known.documents,
    submitted: known.application.submitted,
    done: known.complete,
    unconfirmed: known.unconfirmed,
    schemaOf: (section) => deps.forms.plainOf(section, overlay).schema,
  };
}

/** The same for the step that plays a part in the application, whatever the flow file calls it. */
export function openRole(deps: Deps, applicant: Applicant, role: StepRole): Promise<OpenStep> {
  const { flow, step } = deps.forms.inRole(role);
  return openStep(deps, applicant, flow, step.id);
}

/** What the sealed values of a step's row are bound to. */
export const stepBound = (trn: string, step: string) => `step_answer/${trn}/${step}`;

/** What the sealed values of a draft's row are bound to. */
export const draftBound = (trn: string, section: string) => `draft/${trn}/${section}`;

/** Stored answers and drafts as they would have been given to today's questions. */
function migrated(known: KnownStep, migrations: readonly Migration[]): KnownStep {
  const { stored, drafts, draft_versions } = known;
  const bring = (answers: Answers, section: string, version: string | null = null) =>
    migrateAnswers(section, answers, pendingMigrations(migrations, version));
  return {
    ...known,
    stored: stored && {
      ...stored,
      data: mapSections(stored.data, (answers, section) => bring(answers, section, stored.schema_version)),
    },
    drafts: mapSections(drafts, (answers, section) => bring(answers, section, draft_versions[section])),
  };
}

interface SealedPlace {
  key: Buffer;
  trn: string;
  step: string;
  /** What could not be opened, and so counts as not answered: `'ssn/SSNNumber'`. */
  onLost(field: string): void;
}

function openAll(known: KnownStep, { key, trn, step, onLost }: SealedPlace, schemaOf: (section: string) => SchemaNode) {
  const each = (all: StepAnswers, boundOf: (section: string) => string) =>
    mapSections(all, (answers, section) =>
      openAnswers(schemaOf(section), answers, key, boundOf(section), (path) => onLost(`${section}/${path}`)),
    );
  return {
    stored: each(known.stored?.data ?? {}, () => stepBound(trn, step)),
    drafts: () => each(known.drafts, (section) => draftBound(trn, section)),
  };
}

/**
 * What the registration tells, laid into the steps that ask for it before their first save, so that nothing is asked twice: about the
 * applicant (`body: "applicant"`), and by the names of `from` in the flow. Only names that the section has are given.
 */
function registeredFirst(step: Step, known: KnownStep, schemaOf: (section: string) => SchemaNode): StepAnswers {
  const parts = step.sections.filter((one) => one.body === 'applicant' || one.from);
  return Object.fromEntries(
    parts.map(({ section, from }) => {
      const properties = schemaOf(section).properties ?? {};
      const given = Object.entries(from ? renamed(known, from) : applicantOf(known));
      const fitting = given.map(
        ([name, value]) => [name, properties[name] && asAsked(properties[name], value)] as const,
      );
      return [section, Object.fromEntries(fitting.filter(([, value]) => value !== undefined))];
    }),
  );
}

/** The floor and the unit may have come with the link instead of an answer. */
function renamed({ registration, application }: KnownStep, from: Record<string, string>): Answers {
  const known: Answers = {
    ...registration,
    floor: application.floor_id ?? undefined,
    unit: application.unit_id ?? undefined,
  };
  return Object.fromEntries(Object.entries(from).map(([name, registered]) => [name, known[registered]]));
}

/** Digits or dollars with cents where a whole number is asked for; undefined for what is no number. */
function asAsked({ type }: SchemaNode, value: unknown): unknown {
  if (value === undefined || value === '' || (type !== 'number' && type !== 'integer')) return value || undefined;
  const number = Number(value);
  if (!Number.isFinite(number)) return undefined;
  return type === 'integer' ? Math.round(number) : number;
}

function applicantOf({ application, registration }: KnownStep): Answers {
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
