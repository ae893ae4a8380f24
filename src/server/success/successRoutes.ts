import type { FastifyInstance } from 'fastify';
import texts from '../../../schemas/texts/server-application.json';
import { type ApplicationSummary, success } from '../../contract/success';
import type { StepAnswers } from '../../model/body';
import { type DocumentType, documentTypes, isOf } from '../../model/documents';
import type { StoredDocument } from '../../model/formContext';
import { isRecord, recordsIn } from '../../model/paths';
import type { Overlay } from '../../model/types';
import type { Applicant } from '../auth/sessions';
import type { Deps } from '../deps';
import { languageOf, type Words } from '../forms/languages';
import { APPLICANT_MASKED, exportApplication, zipOf } from '../handover/exportApplication';
import { refuse } from '../http/errors';
import { answer, routesOf } from '../http/routesOf';
import { withdraw } from '../office/officeActs';
import { sourceNames, titleOf } from '../office/officeDocuments';
import { readReview } from '../office/reviewState';
import { receiptOf } from '../payment/submit';
import { type OpenStep, openRole } from '../steps/openStep';
import { saveStep } from '../steps/saveStep';
import { questionGroups, stepRecords, usStates } from '../steps/stepRecords';
import type { StepParts } from '../steps/stepRoutes';
import { putInReview } from '../steps/stepStore';

type Body = Record<string, unknown>;

/** What an applicant sees and does after submitting: the summary, and having it put in review (spec 003). */
export function successRoutes(api: FastifyInstance, deps: Deps): void {
  const on = routesOf(api, deps, success);

  on('GET /application/summary/:trn', async (request) =>
    answer(await readSummary(deps, request.applicant, deps.forms.languages[languageOf(request)])),
  );

  on('GET /application/export/:trn', async (request, reply) => {
    const { trn } = request.applicant;
    await deps.limits.take('export', { account: trn, address: request.ip });
    const application = await deps.stores.applications.find(trn);
    const files = await exportApplication(deps, trn, { masked: APPLICANT_MASKED, withDrafts: true });
    const name = `application-${application?.application_number}.zip`;
    return reply
      .headers({
        'content-type': 'application/zip',
        'content-disposition': `attachment; filename="${name}"`,
        'cache-control': 'private, no-store',
      })
      .send(zipOf(files, (cause) => request.log.error(cause)));
  });

  on('POST /application/withdraw', async ({ applicant }) => {
    await withdraw(deps, applicant.trn);
    return answer(null);
  });

  on('POST /application/inreview', async ({ body, applicant }) => {
    const application = await deps.stores.applications.find(applicant.trn);
    if (String(application?.application_number) !== String(body.applicationnumber)) throw refuse('notYours');
    if (!(await putInReview(deps.db, applicant.trn))) throw refuse('notSubmitted');
    return answer(null, texts.done.inReview);
  });
}

/** What the success page shows of the application. Throws `notFound` when it is gone. */
export async function readSummary(deps: Deps, applicant: Applicant, words?: Words): Promise<ApplicationSummary> {
  const application = await deps.stores.applications.find(applicant.trn);
  if (!application) throw refuse('notFound');
  const supplemental = await openRole(deps, applicant, 'supplemental');
  const income = await openRole(deps, applicant, 'income');
  const isAsked = asksAnything(deps, supplemental);
  // Which sources want a proof is known only once the income step is complete.
  const missing = income.complete ? missingDocuments(income.overlay, income.documents, income.answers) : [];
  const nameOf = sourceNames(income.answers, words ?? {});
  return {
    applicationID: application.application_number,
    application_status: application.in_review ? 'InReview' : application.status,
    secondary_status: isAsked ? (supplemental.complete ? 'Completed' : 'Incomplete') : null,
    secondary_complete: supplemental.complete,
    review: await readReview(deps, applicant.trn, income.answers, words),
    document_status: income.complete && missing.length === 0,
    missing: missing.map(({ document, source }) => ({
      document,
      title: missingTitle(document, words ?? {}),
      source: source === undefined ? null : nameOf(document, source),
    })),
    paid: application.submitted_at && (await readPaid(deps, applicant.trn)),
  };
}

async function readPaid(deps: Deps, trn: string): Promise<ApplicationSummary['paid']> {
  const { amount, paid_at: at, card_number, reference } = await receiptOf(deps, trn);
  return { amount, at, card_number, reference };
}

/** Any identity document will do, so none is asked for by its own name. */
function missingTitle(document: number, words: Words): string {
  const { identity } = texts.missing;
  return isOf('identity', document) ? (words[identity] ?? identity) : titleOf(document, words);
}

/** What the steps after submitting do beyond being read and saved (spec 003 §3 to §5). */
export const successParts: StepParts = {
  desiredAddress: {
    read: (deps, open) => ({ ...addressRecord(open), states: usStates, ...stepRecords(deps, open) }),
    done: texts.done.addressUpdated,
  },
  desiredUnit: {
    read(deps, open) {
      const { floors = [], units = [] } = open.context.lists ?? {};
      return { floors, units, ...stepRecords(deps, open) };
    },
    save: (deps, applicant, flow, id, body, options) =>
      saveStep(deps, applicant, flow, id, body, { ...options, check: checkUnit }),
    done: texts.done.unitUpdated,
  },
  supplemental: {
    read: (deps, open) => ({ secondary_complete: open.complete, ...stepRecords(deps, open) }),
    save(deps, applicant, flow, id, body, options) {
      const check = (_answers: StepAnswers, open: OpenStep) =>
        numberErrors(body, questionGroups(open, stepRecords(deps, open)));
      return saveStep(deps, applicant, flow, id, body, {
        ...options,
        check,
        once: true,
        event: 'secondary.completed',
      });
    },
    done: texts.done.secondarySaved,
  },
};

/** Whether a questionnaire begins with any question: those that only an answer brings up ask nothing by themselves. */
function asksAnything({ forms }: Deps, { step, overlay }: OpenStep): boolean {
  return step.sections.some(({ section }) => {
    const { schema, rules } = forms.plainOf(section, overlay);
    const later = rules.filter(({ at }) => at === '').flatMap(({ show }) => show);
    return Object.keys(schema.properties ?? {}).some((name) => !later.includes(name));
  });
}

/** Each question that must be answered comes with its number, and none with another's (spec 003 §5, secondary application). */
function numberErrors({ questions }: Body, groups: Record<string, unknown>[]): { path: string; message: string }[] {
  const sent = Array.isArray(questions) ? questions : [];
  return sent.flatMap((question: unknown, index) => {
    const own = groups.find(({ name }) => isRecord(question) && question.name === name);
    const given = isRecord(question) ? (question.ProfileTabFieldID ?? undefined) : undefined;
    const isRight = given === own?.ProfileTabFieldID || (given === undefined && !own?.required);
    const message = given === undefined ? texts.numberMissing : texts.otherNumber;
    return own && !isRight ? [{ path: `/questions/${index}/ProfileTabFieldID`, message }] : [];
  });
}

/** The unit is one of this property's, on the chosen floor plan (spec 003 §2). */
function checkUnit(answers: StepAnswers, { context }: OpenStep) {
  const { floorId, unitId } = answers['desired-unit'] ?? {};
  const has = (list: string, test: (row: Record<string, unknown>) => boolean) =>
    (context.lists?.[list] ?? []).some(test);
  const wrong = (path: string) => [{ path, message: texts.noSuchUnit }];
  if (floorId !== undefined && !has('floors', (floor) => floor.ID === floorId)) return wrong('/floorId');
  if (unitId === undefined) return [];
  return has('units', (unit) => unit.ID === unitId && unit.FloorPlanID === floorId) ? [] : wrong('/unitId');
}

/** The record under the names of spec 003 §3. */
function addressRecord({ answers }: OpenStep) {
  const given = answers['desired-address'] ?? {};
  return {
    DesiredPropertyAddress: given.street_address ?? null,
    City: given.city ?? null,
    DesiredRent: given.desired_rent ?? null,
    DesiredMoveInDate: given.move_in_date ?? null,
    DesiredUnitNumber: given.unitNo ?? null,
    State: usStates.find((state) => state.StateShortCode === given.state) ?? null,
  };
}

/**
 * The proofs that the subscriber's settings require and that are not there: one of identity (with its back where step 1 asks for
 * that), the SSN's, and one for each source (spec 003 §4). `income` are the answers of step 3.
 */
export function missingDocuments(
  overlay: Overlay,
  documents: readonly StoredDocument[],
  income: StepAnswers,
): Missing[] {
  const required = documentTypes.filter(({ setting }) => setting && overlay.settings[setting] === 'Required');
  // Several identity documents may be required; any one of them will do.
  const [identity] = required.filter(({ role }) => role === 'identity');
  const asked = required.filter((type) => type.role !== 'identity' || type === identity);
  return asked.flatMap((type) => missingOf(type, documents, income));
}

interface Missing {
  document: number;
  source?: number;
}

function missingOf(type: DocumentType, documents: readonly StoredDocument[], income: StepAnswers): Missing[] {
  const has = (id: number, source?: number) =>
    documents.some((one) => one.document_id === id && (source === undefined || one.source_id === source));
  const { id, rows } = type;
  if (rows) {
    const sources = recordsIn(income[rows.section]?.[rows.list]).map((row) => Number(row.id ?? Number.NaN));
    return sources.filter((source) => !has(id, source)).map((source) => ({ document: id, source }));
  }
  const whole = alternatives(type).some((one) => has(one.id) && (one.back === undefined || has(one.back)));
  if (whole) return [];
  // With a front side there, only its other side is missing.
  const half = alternatives(type).find((one) => has(one.id));
  return [{ document: half?.back ?? id }];
}

function alternatives(type: DocumentType): readonly DocumentType[] {
  return type.role === 'identity' ? documentTypes.filter(({ role }) => role === 'identity') : [type];
}
