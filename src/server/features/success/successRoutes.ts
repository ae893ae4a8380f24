import type { FastifyInstance } from 'fastify';
import { type ApplicationSummary, success } from '../../../contract/success';
import { messages } from '../../../messages/serverMessages';
import { isRecord } from '../../../model/answers/paths';
import type { StepAnswers } from '../../../model/answers/stepBody';
import { sectionFor } from '../../../model/section/flow';
import type { ApplicationDeps } from '../../applications/applicationDeps';
import type { ApplicationRow } from '../../applications/applicationRepository';
import { describePaidFee } from '../../applications/describeFee';
import { sourceNames } from '../../applications/documents/documentNames';
import { missingDocuments, missingTitle } from '../../applications/documents/missingDocuments';
import { APPLICANT_MASKED, createZip, exportApplication } from '../../applications/exportApplication';
import { createReceipt } from '../../applications/receipt';
import { requireApplication } from '../../applications/requireApplication';
import { appeal } from '../../applications/review/appeal';
import { withdraw } from '../../applications/review/applyDecision';
import { readReview } from '../../applications/review/readReview';
import { hasQuestions } from '../../applications/steps/hasQuestions';
import { findOpenStep, type OpenStep, openStepByRole } from '../../applications/steps/openStep';
import { saveStep } from '../../applications/steps/saveStep';
import type { StepParts } from '../../applications/steps/stepParts';
import { questionGroups, stepRecords, usStates } from '../../applications/steps/stepRecords';
import { markInReview } from '../../applications/steps/stepRepository';
import { languageOf, type Translations } from '../../forms/languages';
import { answer, routesOf } from '../../platform/http/routesOf';
import type { Applicant } from '../../platform/sessions/sessions';
import { refuse } from './successErrors';

type Body = Record<string, unknown>;

/** Routes for the summary, export, withdrawal, appeal and review (docs/spec/003.md). */
export function successRoutes(api: FastifyInstance, deps: ApplicationDeps): void {
  const on = routesOf(api, deps, success);

  on('GET /application/summary/:trn', async (request) =>
    answer(await readSummary(deps, request.applicant, deps.forms.languages[languageOf(request)])),
  );

  on('GET /application/export/:trn', async (request, reply) => {
    const { trn } = request.applicant;
    await deps.limits.take('export', { account: trn, address: request.ip });
    const application = await deps.stores.applications.find(trn);
    const files = await exportApplication(deps, trn, { masked: APPLICANT_MASKED, isApplicants: true });
    const name = `application-${application?.application_number}.zip`;
    return reply
      .headers({
        'content-type': 'application/zip',
        'content-disposition': `attachment; filename="${name}"`,
        'cache-control': 'private, no-store',
      })
      .send(createZip(files, (cause) => request.log.error(cause)));
  });

  on('POST /application/withdraw', async ({ applicant }) => {
    await withdraw(deps, applicant.trn);
    return answer(null);
  });

  on('POST /application/appeal', async ({ applicant, body, ip }) => {
    await deps.limits.take('export', { account: applicant.trn, address: ip });
    await appeal(deps, applicant.trn, body.text);
    return answer(null, messages('server-application').done.appealed);
  });

  on('POST /application/inreview', async ({ body, applicant }) => {
    const application = await deps.stores.applications.find(applicant.trn);
    if (String(application?.application_number) !== String(body.applicationnumber)) throw refuse('notYours');
    if (!(await markInReview(deps.db, applicant.trn))) throw refuse('notSubmitted');
    return answer(null, messages('server-application').done.inReview);
  });
}

/** Throws `notFound`. */
export async function readSummary(
  deps: ApplicationDeps,
  applicant: Applicant,
  texts?: Translations,
): Promise<ApplicationSummary> {
  const application = await requireApplication(deps, applicant.trn);
  const supplemental = await findOpenStep(deps, applicant, 'supplemental');
  const income = await findOpenStep(deps, applicant, 'income');
  const isNeeded = supplemental !== undefined && hasQuestions(deps, supplemental);
  // Before the income step is complete, the required documents are unknown.
  const { role } = applicant.household ?? {};
  const missing = income?.complete ? missingDocuments(income.settings, income.documents, income.answers, role) : [];
  const sourceName = sourceNames(income?.answers ?? {}, texts ?? {}, 'named');
  return {
    applicationID: application.application_number,
    application_status: application.in_review ? 'InReview' : application.status,
    secondary_status: isNeeded ? (supplemental.complete ? 'Completed' : 'Incomplete') : null,
    secondary_complete: supplemental?.complete ?? false,
    review: await readReview(deps, applicant.trn, sourceName, texts),
    document_status: (income?.complete ?? true) && missing.length === 0,
    missing: missing.map(({ document, source }) => ({
      document,
      title: missingTitle(document, texts ?? {}),
      source_id: source || null,
      source: source === undefined ? null : sourceName(document, source),
    })),
    paid: application.submitted_at && (await readPaid(deps, application)),
  };
}

async function readPaid(deps: ApplicationDeps, application: ApplicationRow): Promise<ApplicationSummary['paid']> {
  const { amount, paid_at: at, card_number, reference } = await createReceipt(deps, application.trn);
  const { is_returned } = describePaidFee(deps, application, amount * 100);
  return amount > 0 ? { amount, at, card_number, reference, is_returned } : null;
}

/** Changes how the steps after submission are read and saved (docs/spec/003.md). */
export const successParts: StepParts = {
  desiredAddress: {
    read: (deps, open) => ({ ...addressRecord(open), states: usStates, ...stepRecords(deps, open) }),
    savedMessage: () => messages('server-application').done.addressUpdated,
  },
  desiredUnit: {
    read(deps, open) {
      const { floors = [], units = [] } = open.context.lists ?? {};
      return { floors, units, ...stepRecords(deps, open) };
    },
    save: (deps, applicant, flow, id, body, options) =>
      saveStep(deps, applicant, flow, id, body, { ...options, check: checkUnit }),
    savedMessage: () => messages('server-application').done.unitUpdated,
  },
  supplemental: {
    read: (deps, open) => ({ secondary_complete: open.complete, ...stepRecords(deps, open) }),
    async save(deps, applicant, flow, id, body, options) {
      await assertOpened(deps, applicant);
      const check = (_answers: StepAnswers, open: OpenStep) =>
        questionNumberErrors(body, questionGroups(deps, open, stepRecords(deps, open)));
      return saveStep(deps, applicant, flow, id, body, {
        ...options,
        check,
        once: true,
        event: 'secondary.completed',
      });
    },
    savedMessage: () => messages('server-application').done.secondarySaved,
  },
};

/** Throws `notFound` if the questionnaire isn't open yet. Some open only after an offer. */
async function assertOpened(deps: ApplicationDeps, applicant: Applicant): Promise<void> {
  const open = await openStepByRole(deps, applicant, 'supplemental');
  if (open.settings.hiddenByLaw && !hasQuestions(deps, open)) throw refuse('notFound');
}

/** Returns errors for wrong question numbers, and for required questions without a number (docs/spec/003.md). */
function questionNumberErrors(
  { questions }: Body,
  groups: Record<string, unknown>[],
): { path: string; message: string }[] {
  const texts = messages('server-application');
  const sent = Array.isArray(questions) ? questions : [];
  return sent.flatMap((question: unknown, index) => {
    const own = groups.find(({ name }) => isRecord(question) && question.name === name);
    const number = isRecord(question) ? (question.ProfileTabFieldID ?? undefined) : undefined;
    const isCorrect = number === own?.ProfileTabFieldID || (number === undefined && !own?.required);
    const message = number === undefined ? texts.numberMissing : texts.otherNumber;
    return own && !isCorrect ? [{ path: `/questions/${index}/ProfileTabFieldID`, message }] : [];
  });
}

/** The floor plan must be listed, and a unit must have this floor plan (docs/spec/003.md). */
function checkUnit(answers: StepAnswers, { context, step }: OpenStep) {
  const { floorId, unitId } = answers[sectionFor(step, '.')] ?? {};
  const has = (list: string, test: (row: Record<string, unknown>) => boolean) =>
    (context.lists?.[list] ?? []).some(test);
  const error = (path: string) => [{ path, message: messages('server-application').noSuchUnit }];
  if (floorId !== undefined && !has('floors', (floor) => floor.ID === floorId)) return error('/floorId');
  if (unitId === undefined) return [];
  return has('units', (unit) => unit.ID === unitId && unit.FloorPlanID === floorId) ? [] : error('/unitId');
}

/** The specification defines the field names (docs/spec/003.md, "Desired address record"). */
function addressRecord({ answers, step }: OpenStep) {
  const saved = answers[sectionFor(step, '.')] ?? {};
  return {
    DesiredPropertyAddress: saved.street_address ?? null,
    City: saved.city ?? null,
    DesiredRent: saved.desired_rent ?? null,
    DesiredMoveInDate: saved.move_in_date ?? null,
    DesiredUnitNumber: saved.unitNo ?? null,
    State: usStates.find((state) => state.StateShortCode === saved.state) ?? null,
  };
}
