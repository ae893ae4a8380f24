import { hash } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import type { ParamsOf } from '../../contract/call';
import { opening } from '../../contract/opening';
import type { StepRole } from '../../model/types';
import type { Applicant } from '../auth/sessions';
import type { Deps } from '../deps';
import { readDetail, readSettings, readStatus, readTerms } from '../entry/applicationRoutes';
import { openInvitation } from '../entry/entryRoutes';
import { languageOf } from '../forms/languages';
import { refuse } from '../http/errors';
import { answer, routesOf } from '../http/routesOf';
import { readFees } from '../payment/paymentRoutes';
import { findDraft } from '../steps/draftRoutes';
import { readStep } from '../steps/stepRoutes';
import { readSummary } from '../success/successRoutes';
import { lookOnce, type PageWants } from './openingStore';

/** Everything a page of a step needs, in one answer: the parts are those of the single calls, made by the same code. */
export function openingRoutes(api: FastifyInstance, deps: Deps): void {
  const on = routesOf(api, deps, opening);

  on('GET /open/registration', async (request) => answer(await openInvitation(deps, request, languageOf(request))));

  on('GET /open/:flow/:step', async (request, reply) => {
    const { params, applicant, headers } = request;
    const write = (parts: object) => String(reply.serializeInput({ ...answer(parts) }, '200'));
    const { bytes, tag } = await openPage(deps, applicant, pageOf(deps, params), languageOf(request), write);
    reply.header('etag', tag);
    if (headers['if-none-match'] === tag) return reply.code(304).send();
    return reply.type('application/json; charset=utf-8').send(bytes);
  });
}

/** What a page shows. */
interface Page extends PageWants {
  /** The steps whose forms it draws. */
  forms: string[];
  /** The steps whose answers it shows. */
  answers: string[];
  /** The sections whose drafts it shows. */
  own: string[];
  isPayment?: boolean;
  isSummary?: boolean;
}

/** Throws `notFound` for what is no page. */
function pageOf(deps: Deps, { flow, step }: ParamsOf<'/open/:flow/:step'>): Page {
  if (flow === 'success' && step === 'summary') return summaryPage(deps);
  const { steps } = deps.forms.catalogue.flow('application');
  const at = steps.findIndex(({ id }) => id === step);
  if (flow !== 'application' || at < 0) throw refuse('notFound');
  const isPayment = steps[at]?.role === 'payment';
  // The payment's page shows what was answered before it.
  const answers = isPayment ? steps.slice(0, at).map(({ id }) => id) : [step];
  const roleOf = (role: StepRole) => deps.forms.inRole(role).step.id;
  const read = answers.includes(roleOf('licenceMatch')) ? [roleOf('identity'), ...answers] : answers;
  return {
    forms: isPayment ? [...answers, step] : [step],
    answers,
    isPayment,
    own: sectionsOf(deps, 'application', step),
    steps: [...new Set(read)],
    drafts: [...new Set([...read, step])].flatMap((one) => sectionsOf(deps, 'application', one)),
    barcode: read.includes(roleOf('identity')),
    income: read.includes(roleOf('income')),
  };
}

function summaryPage(deps: Deps): Page {
  const read = [deps.forms.inRole('supplemental'), deps.forms.inRole('income')];
  return {
    forms: [],
    answers: [],
    isSummary: true,
    own: [],
    steps: read.map(({ step }) => step.id),
    drafts: read.flatMap(({ flow, step }) => sectionsOf(deps, flow, step.id)),
    barcode: false,
    income: false,
  };
}

const sectionsOf = (deps: Deps, flow: string, step: string) =>
  deps.forms.stepOf(flow, step).sections.map(({ section }) => section);

/**
 * The answer as JSON, and the name of its content: the parts as `write` has them by the contract, the forms laid in as the bytes that
 * were written once.
 */
async function openPage(
  deps: Deps,
  applicant: Applicant,
  page: Page,
  language: string,
  write: (parts: object) => string,
) {
  const [forms, stores] = await Promise.all([
    readForms(deps, applicant, page.forms, language),
    lookOnce(deps.db, deps.stores, applicant.trn, page),
  ]);
  const rest = write(await readParts({ ...deps, stores }, applicant, page, language));
  // `…"records":{…}}`: the forms go in as the last of the records.
  const bytes = forms ? layInto(`${rest.slice(0, -2)},"context":${forms.context},`, forms.bytes) : Buffer.from(rest);
  return { bytes, tag: `"${hash('sha256', [forms?.hash, forms?.context, rest].join(), 'base64url')}"` };
}

async function readForms({ forms }: Deps, applicant: Applicant, steps: string[], language: string) {
  if (!steps.length) return undefined;
  const [overlay, context] = await Promise.all([forms.overlayOf(applicant.subscriberId), forms.contextOf(applicant)]);
  const written = await forms.writtenForms('application', steps, overlay, context, language);
  return { context: forms.contextText(context), ...written };
}

const layInto = (first: string, forms: Buffer) => Buffer.concat([Buffer.from(first), forms, ENDS]);
const ENDS = Buffer.from('}}');

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
    status: await readStatus(deps, trn),
    settings: await readSettings(deps, trn),
    drafts: Object.fromEntries(await Promise.all(drafts)),
    steps: Object.fromEntries(await Promise.all(steps)),
    ...(page.isPayment && { terms: await readTerms(deps, trn), fees: await readFees(deps, trn) }),
    ...(page.isSummary && { summary: await readSummary(deps, applicant, deps.forms.languages[language]) }),
  };
}
