import { hash } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { bootstrap } from '../../contract/bootstrap';
import type { ParamsOf } from '../../contract/call';
import { linkedNames } from '../../model/answers/migrations';
import { isStepSkipped } from '../../model/household';
import { isSubmission } from '../../model/section/flow';
import type { StepRole } from '../../model/types';
import { incomeSections } from '../applications/income/incomeChecks';
import { checkedUnder } from '../applications/steps/formsUsed';
import { stepIds } from '../applications/steps/readStored';
import { recheckSteps } from '../applications/steps/recheckSteps';
import { renameDrafts } from '../applications/steps/renameDrafts';
import { findUnsavedSections } from '../applications/steps/unsavedSections';
import type { Deps } from '../deps';
import { readDetail, readSettings, readStatus, readTerms } from '../features/entry/applicationRoutes';
import { openInvitation } from '../features/entry/entryRoutes';
import { readNotices } from '../features/notices/readNotices';
import { readFees } from '../features/payment/paymentRoutes';
import { findDraft } from '../features/steps/draftRoutes';
import { readStep } from '../features/steps/stepRoutes';
import { readSummary } from '../features/success/successRoutes';
import { languageOf } from '../forms/languages';
import { refuse } from '../platform/http/errors';
import { isFresh } from '../platform/http/isFresh';
import { answer, routesOf } from '../platform/http/routesOf';
import type { Applicant } from '../platform/sessions/sessions';
import { type PageQuery, preloadRepositories } from './pageDataRepository';

/** A bootstrap call combines the responses of several calls. */
export function pageDataRoutes(api: FastifyInstance, deps: Deps): void {
  const on = routesOf(api, deps, bootstrap);

  on('GET /open/registration', async (request) => answer(await openInvitation(deps, request, languageOf(request))));

  on('GET /open/:flow/:step', async (request, reply) => {
    const { params, applicant } = request;
    const page = describePage(deps, params, applicant);
    const parts = await buildPageData(deps, applicant, page, languageOf(request));
    const text = String(reply.serializeInput({ ...answer(parts) }, '200'));
    const tag = `"${hash('sha256', text, 'base64url')}"`;
    reply.header('etag', tag);
    if (isFresh(request, tag)) return reply.code(304).send();
    return reply.type('application/json; charset=utf-8').send(text);
  });
}

interface Page extends Pick<PageQuery, 'steps' | 'drafts' | 'barcode' | 'income'> {
  forms: string[];
  answers: string[];
  own: string[];
  isPayment?: boolean;
  isSummary?: boolean;
}

function describePage(
  deps: Deps,
  { flow, step }: ParamsOf<'/open/:flow/:step'>,
  { household }: Pick<Applicant, 'household'>,
): Page {
  if (flow === 'success' && step === 'summary') return describeSummary(deps);
  const { steps } = deps.forms.catalog.flow('application');
  const at = steps.findIndex(({ id }) => id === step);
  if (flow !== 'application' || at < 0) throw refuse('notFound');
  const isPayment = isSubmission(steps[at] ?? {});
  const earlier = steps.slice(0, at).filter((one) => !isStepSkipped(one, household?.role));
  const answers = isPayment ? earlier.map(({ id }) => id) : [step];
  const reads = (role: StepRole, ids: readonly string[]) =>
    ids.includes(deps.forms.findStepByRole(role)?.step.id ?? '');
  const identity = deps.forms.findStepByRole('identity')?.step.id;
  // Steps with these roles compare the license with the identity step's answers.
  const comparesLicense = reads('licenceMatch', answers) || reads('income', answers);
  const read = identity && comparesLicense ? [identity, ...answers] : answers;
  return {
    forms: isPayment ? [...answers, step] : [step],
    answers,
    isPayment,
    own: listSections(deps, 'application', step),
    steps: [...new Set(read)],
    drafts: [...new Set([...read, step])].flatMap((one) => listSections(deps, 'application', one)),
    barcode: reads('identity', read),
    ...(reads('income', read) && { income: incomeSections(deps) }),
  };
}

function describeSummary(deps: Deps): Page {
  const read = [deps.forms.findStepByRole('supplemental') ?? [], deps.forms.findStepByRole('income') ?? []].flat();
  return {
    forms: [],
    answers: [],
    isSummary: true,
    own: [],
    steps: read.map(({ step }) => step.id),
    drafts: read.flatMap(({ flow, step }) => listSections(deps, flow, step.id)),
    barcode: false,
  };
}

const listSections = (deps: Deps, flow: string, step: string) =>
  deps.forms.findStep(flow, step).sections.map(({ section }) => section);

/** Reads most data with one statement, because separate statements would be slower (`npm run bench:server`). */
async function buildPageData(deps: Deps, applicant: Applicant, page: Page, language: string) {
  const settings = await deps.forms.getSettings(applicant);
  const wants = {
    ...page,
    ...findNames(deps, page.drafts),
    checkedUnder: checkedUnder(deps.forms, settings),
  };
  const preload = () => preloadRepositories(deps.db, deps.stores, applicant.trn, wants);
  const [forms, first] = await Promise.all([readForms(deps, applicant, page.forms, language), preload()]);
  if (first.renamed.length > 0) await renameDrafts(deps, applicant.trn, first.renamed);
  if (first.isUnchecked) await recheckSteps(deps, applicant);
  const { stores } = first.isUnchecked || first.renamed.length > 0 ? await preload() : first;
  return { ...(await readParts({ ...deps, stores }, applicant, page, language)), ...forms };
}

function findNames({ forms }: Deps, sections: readonly string[]) {
  const names = [...new Set(sections)].flatMap((section) => linkedNames(section, forms.pastMigrations));
  return { names, known: stepIds(forms) };
}

async function readForms({ forms }: Deps, applicant: Applicant, ids: string[], language: string) {
  if (!ids.length) return undefined;
  const [settings, context] = await Promise.all([forms.getSettings(applicant), forms.getContext(applicant)]);
  const read = ids.map(
    async (id) => [id, await forms.buildForm('application', id, settings, context, language)] as const,
  );
  const served = await Promise.all(read);
  return {
    context,
    flow: Object.fromEntries(served.map(([id, { step }]) => [id, step])),
    forms: Object.fromEntries(served.map(([id, { sections }]) => [id, sections])),
  };
}

async function readParts(deps: Deps, applicant: Applicant, page: Page, language: string) {
  const { trn } = applicant;
  const drafts = page.own.map(
    async (section) => [section, (await findDraft(deps, applicant, section)) ?? null] as const,
  );
  const steps = page.answers.map(async (id) => {
    const place = { flow: 'application', id };
    return [id, await readStep(deps, place, applicant, language)] as const;
  });
  return {
    detail: await readDetail(deps, trn),
    status: await readStatus(deps, applicant),
    settings: await readSettings(deps, applicant),
    drafts: Object.fromEntries(await Promise.all(drafts)),
    steps: Object.fromEntries(await Promise.all(steps)),
    ...(page.isPayment && {
      terms: await readTerms(deps, trn),
      fees: await readFees(deps, applicant, language),
      notices: await readNotices(deps, trn, language),
      unsaved: await findUnsavedSections(deps, applicant),
    }),
    ...(page.isSummary && { summary: await readSummary(deps, applicant, deps.forms.languages[language]) }),
  };
}
