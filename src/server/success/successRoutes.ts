import type { FastifyInstance } from 'fastify';
import texts from '../../../schemas/texts/server-application.json';
import type { StepAnswers } from '../../model/body';
import { isRecord } from '../../model/paths';
import type { Applicant } from '../auth/sessions';
import type { Deps } from '../deps';
import type { BodyError } from '../http/checkBody';
import { refuse } from '../http/errors';
import { idempotent } from '../http/idempotency';
import { answer } from '../http/reply';
import { hasRequiredDocuments } from '../steps/documentStatus';
import { type OpenStep, openStep } from '../steps/openStep';
import { saveStep } from '../steps/saveStep';
import { questionGroups, stepRecords, usStates } from '../steps/stepRecords';
import { putInReview } from '../steps/stepStore';

type Trn = { Params: { trn: string } };
type Body = Record<string, unknown>;

const tags = ['After submitting'];

/** What an applicant does after submitting: summary, review, desired address or unit, supplemental questionnaire (spec 003). */
export function successRoutes(api: FastifyInstance, deps: Deps): void {
  const open = (applicant: Applicant, step: string) => openStep(deps, applicant, 'success', step);

  api.get<Trn>(
    '/application/summary/:trn',
    { schema: { tags, summary: 'What the success page shows' } },
    async ({ applicant }) => {
      const application = await deps.stores.applications.find(applicant.trn);
      if (!application) throw refuse('notFound');
      const supplemental = await open(applicant, 'supplemental');
      const income = await openStep(deps, applicant, 'application', 'income');
      const isAsked = asksAnything(deps, supplemental);
      return answer({
        applicationID: application.application_number,
        application_status: application.in_review ? 'InReview' : application.status,
        secondary_status: isAsked ? (supplemental.complete ? 'Completed' : 'Incomplete') : null,
        secondary_complete: supplemental.complete,
        // Which sources want a proof is known only once the income step is complete.
        document_status: income.complete && hasRequiredDocuments(income.overlay, income.documents, income.answers),
      });
    },
  );

  api.post<{ Body: { applicationnumber: string | number } }>(
    '/application/inreview',
    { schema: { tags, summary: 'Puts the application in review', body: REVIEW_BODY } },
    async ({ body, applicant }) => {
      const application = await deps.stores.applications.find(applicant.trn);
      if (String(application?.application_number) !== String(body.applicationnumber)) throw refuse('notYours');
      if (!(await putInReview(deps.db, applicant.trn))) throw refuse('notSubmitted');
      return answer(null, texts.done.inReview);
    },
  );

  api.get<Trn>('/desired/address/:trn', { schema: { tags, summary: 'The desired address' } }, async ({ applicant }) => {
    const step = await open(applicant, 'desired-address');
    if (step.step.sections.length === 0) throw refuse('notFound');
    return answer({ ...addressRecord(step), states: usStates, ...stepRecords(deps, step) });
  });

  api.get<Trn>(
    '/desired/unit/:trn',
    { schema: { tags, summary: 'The desired floor and unit' } },
    async ({ applicant }) => {
      const step = await open(applicant, 'desired-unit');
      if (step.step.sections.length === 0) throw refuse('notFound');
      const { floors = [], units = [] } = step.context.lists ?? {};
      return answer({ floors, units, ...stepRecords(deps, step) });
    },
  );

  api.get<Trn>(
    '/secondary/questions/:trn',
    { schema: { tags, summary: 'The supplemental questionnaire' } },
    async ({ applicant }) => {
      const step = await open(applicant, 'supplemental');
      return answer({
        groups: questionGroups(deps, step),
        secondary_complete: step.complete,
        ...stepRecords(deps, step),
      });
    },
  );

  const posts = [
    { path: '/desired/address', step: 'desired-address', done: texts.done.addressUpdated },
    { path: '/desired/unit', step: 'desired-unit', done: texts.done.unitUpdated, check: checkUnit },
    { path: '/secondary/save', step: 'supplemental', done: texts.done.secondarySaved, once: true, isNumbered: true },
  ];
  for (const { path, step, done, check, once, isNumbered } of posts)
    api.post(
      path,
      { schema: { tags, summary: `Saves ${step}`, body: { type: 'object' } } },
      idempotent(deps, async ({ applicant, body }, _reply, act) => {
        const checkNumbers = (_answers: StepAnswers, open: OpenStep) =>
          numberErrors(body as Body, questionGroups(deps, open));
        const options = { afterwards: true, check: isNumbered ? checkNumbers : check, once, act };
        return answer(await saveStep(deps, applicant, 'success', step, body as Body, options), done);
      }),
    );
}

/** Whether a questionnaire begins with any question: those that only an answer brings up ask nothing by themselves. */
function asksAnything({ forms }: Deps, { step, overlay }: OpenStep): boolean {
  return step.sections.some(({ section }) => {
    const { schema, rules } = forms.plainOf(section, overlay);
    const later = rules.filter(({ at }) => at === '').flatMap(({ show }) => show);
    return Object.keys(schema.properties ?? {}).some((name) => !later.includes(name));
  });
}

/** Each question that must be answered comes with its number, and none with another's (spec 003 §5, secondary application). */
function numberErrors({ questions }: Body, groups: Record<string, unknown>[]): BodyError[] {
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

const REVIEW_BODY = {
  type: 'object',
  required: ['applicationnumber', 'isInReview'],
  additionalProperties: false,
  properties: {
    trn_id: { type: 'string' },
    applicationnumber: { type: ['string', 'integer'] },
    isInReview: { enum: [1, '1', true] },
  },
};
