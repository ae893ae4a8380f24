import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import { describeResource } from '../../../contract/call';
import { type StepRecords, stepCalls, stepMembers, steps } from '../../../contract/steps';
import { messages } from '../../../messages/serverMessages';
import { toBody } from '../../../model/answers/stepBody';
import { applicantFlows, getCalls } from '../../../model/section/flow';
import type { StepCalls } from '../../../model/types';
import type { ApplicationDeps } from '../../applications/applicationDeps';
import { compareLicense, resolveLicense } from '../../applications/documents/licenseMatch';
import { openStep, openStepByRole } from '../../applications/steps/openStep';
import { saveStep } from '../../applications/steps/saveStep';
import type { StepPart, StepParts } from '../../applications/steps/stepParts';
import { questionGroups, stepRecords, visibleAnswers } from '../../applications/steps/stepRecords';
import { validateStep } from '../../applications/steps/validateStep';
import { languageOf } from '../../forms/languages';
import { answer, type RequestOf, routesOf } from '../../platform/http/routesOf';
import type { Applicant } from '../../platform/sessions/sessions';
import { applicationParts } from './applicationParts';
import { refuse } from './stepsErrors';

interface StepPlace {
  flow: string;
  id: string;
}

/** Routes that read and save whole steps (docs/spec/001.md). */
export function stepRoutes(api: FastifyInstance, deps: ApplicationDeps, otherParts: StepParts): void {
  const parts = { ...applicationParts, ...otherParts };
  const replyRead = async (place: StepPlace, request: FastifyRequest) =>
    answer(await readStep(deps, place, request.applicant, languageOf(request), parts));
  const replySave = async ({ flow, id }: StepPlace, request: SaveRequest, idempotencyKey?: string) => {
    await assertSameForm(deps, { flow, id }, request);
    const { applicant, body, ip } = request;
    const { save = saveStep, savedMessage = () => messages('server-application').done.saved } = findPart(deps, parts, {
      flow,
      id,
    });
    const options = { idempotencyKey, ip, afterSubmission: flow === 'success' };
    return answer(await save(deps, applicant, flow, id, body, options), savedMessage());
  };

  for (const { flow, step } of savedSteps(deps)) {
    const { id, title } = step;
    const calls = step.calls && getCalls(step);
    if (!calls) continue;
    const read = `GET ${calls.read}/:trn` as const;
    const save = `POST ${calls.save}` as const;
    const readCall = { ...stepCalls.read, summary: `${title} as stored`, query: querySchema(calls) };
    const saveCall = { ...stepCalls.save, summary: `Saves ${title}`, form: { flow, step: id, also: stepMembers } };
    routesOf(
      api,
      deps,
      describeResource(steps.tag, { [read]: readCall }),
    )(read, (request) => replyRead(findByCalls(deps, { flow, id }, calls), request));
    routesOf(
      api,
      deps,
      describeResource(steps.tag, { [save]: saveCall }),
    )(save, (request, _reply, idempotencyKey) =>
      replySave(findByCalls(deps, { flow, id }, calls), request, idempotencyKey),
    );
  }

  const on = routesOf(api, deps, steps);
  // Looked up in each call, so that new steps work right away.
  on('GET /steps/:step/:trn', (request) => replyRead(findById(deps, request.params.step), request));

  on('POST /steps/:step', (request, _reply, idempotencyKey) =>
    replySave(findById(deps, request.params.step), request, idempotencyKey),
  );

  identityRoutes(api, deps);
}

type SaveRequest = RequestOf<'POST /steps/:step', typeof stepCalls.save>;

/** Throws `formChanged` if questions changed since the page loaded the form. */
async function assertSameForm(
  { forms }: Pick<ApplicationDeps, 'forms'>,
  { flow, id }: StepPlace,
  request: SaveRequest,
): Promise<void> {
  const formRules = request.headers['form-rules'];
  if (formRules === undefined) return;
  if (formRules !== (await forms.getRulesId(flow, id, request.applicant, languageOf(request))))
    throw refuse('formChanged');
}

function identityRoutes(api: FastifyInstance, deps: ApplicationDeps): void {
  const on = routesOf(api, deps, steps);

  on('GET /applicant/getIDValidationCheck/:trn', async ({ applicant }) => {
    const open = await openStepByRole(deps, applicant, 'identity');
    const { errors } = validateStep(deps, open, toBody(open.step, visibleAnswers(deps, open)));
    return answer({ valid: errors.length === 0, complete: open.complete, errors });
  });

  on('GET /applicant/licencematch/:trn', async ({ applicant }) =>
    answer((await compareLicense(deps, applicant)).match),
  );

  on('POST /applicant/licencematch', async ({ applicant, body }) => {
    await resolveLicense(deps, applicant, body);
    return answer(null, messages('server-application').done.saved);
  });
}

function savedSteps({ forms }: Pick<ApplicationDeps, 'forms'>) {
  const all = applicantFlows.flatMap((flow) => forms.catalog.flow(flow).steps.map((step) => ({ flow, step })));
  return all.filter(({ step }) => getCalls(step));
}

/** Finds a step by its calls, because its id may change. Throws `notFound`. */
function findByCalls(
  deps: Pick<ApplicationDeps, 'forms'>,
  { flow, id }: StepPlace,
  { read, save }: StepCalls,
): StepPlace {
  const own = savedSteps(deps).filter((one) => one.flow === flow);
  const has = ({ step: { calls } }: (typeof own)[number]) => calls && calls.read === read && calls.save === save;
  const found = own.find(has) ?? own.find(({ step }) => step.id === id);
  if (!found) throw refuse('notFound');
  return { flow, id: found.step.id };
}

function findById(deps: Pick<ApplicationDeps, 'forms'>, id: string): StepPlace {
  const found = savedSteps(deps).find(({ step }) => step.id === id && !step.calls);
  if (!found) throw refuse('notFound');
  return { flow: found.flow, id };
}

function querySchema({ query = {} }: StepCalls) {
  const properties = Object.entries(query).map(([name, value]) => [name, { enum: [value] }]);
  return Type.Unsafe<Record<string, string>>({ type: 'object', properties: Object.fromEntries(properties) });
}

/** Returns the response to a step's GET call. Throws `notFound` if the applicant doesn't have the step. */
export async function readStep(
  deps: ApplicationDeps,
  place: StepPlace,
  applicant: Applicant,
  language: string,
  parts: StepParts = applicationParts,
): Promise<StepRecords> {
  const open = await openStep(deps, applicant, place.flow, place.id);
  if (open.step.sections.length === 0) throw refuse('notFound');
  const { read = stepRecords } = findPart(deps, parts, place);
  const records = await read(deps, open, applicant, language);
  return open.step.encode === 'questions' ? { groups: questionGroups(deps, open, records), ...records } : records;
}

function findPart({ forms }: Pick<ApplicationDeps, 'forms'>, parts: StepParts, { flow, id }: StepPlace): StepPart {
  const { role } = forms.findStep(flow, id);
  return (role && parts[role]) || {};
}
