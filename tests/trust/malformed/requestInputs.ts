import mae from '../../../schemas/personas/mae-li.json';
import robin from '../../../schemas/personas/robin-hale.json';
import { type StepAnswers, toBody } from '../../../src/model/answers/stepBody';
import { realCatalog } from '../../support/schemaFiles';
import { registrationBody } from '../../support/serverApplicants';
import { rows } from '../idor/rows';
import { contractCalls, type DescribedCall, sampleOf } from '../support/contractCalls';
import type { RequestInputs } from './requests';

/**
 * Skips logouts, the stream of changes, and some calls of the Studio. Without a Studio session, the rest of such a call
 * isn't read.
 */
const routes = Object.keys(rows).filter(
  (key) => !/logout|forms\/changes|(studio\/(session|check|editor|versions|acts))/.test(key),
);

/** Returns the routes that take a JSON body but have none in `bodies`. */
export const withoutBody = (bodies: RequestInputs['bodies'] = validBodies('100001')): string[] =>
  routes.filter(
    (route) => /^(POST|PUT|PATCH) /.test(route) && contractCalls[route]?.content !== 'upload' && !bodies[route],
  );

/** A session and valid bodies to break. `office` is an office user's session, and an application they may read. */
export async function createRequestInputs(address: string, office: RequestInputs['office']): Promise<RequestInputs> {
  const register = await fetch(`${address}/api/users/register`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', url: 'open', entry: '/Property/demo/harbor-view/open' },
    body: JSON.stringify(registrationBody()),
  });
  const { records } = (await register.json()) as { records: { trnid: string; token: string } };
  const headers = { authorization: records.token, trn_id: records.trnid };
  const phone = { authorization: await createPhoneKey(address, headers), trn_id: records.trnid };
  return { routes, headers, phone, office, trn: records.trnid, bodies: validBodies(records.trnid) };
}

/** Returns the key of a phone that can scan for this applicant. */
async function createPhoneKey(address: string, headers: Record<string, string>): Promise<string> {
  const post = async (path: string, body: object): Promise<Record<string, string>> => {
    const json = { ...headers, 'content-type': 'application/json' };
    const answer = await fetch(address + path, { method: 'POST', headers: json, body: JSON.stringify(body) });
    return (await answer.json()).records;
  };
  const { id, path = '' } = await post('/api/scan/link', {});
  const { token } = await post(`/api/scan/${id}/open`, { token: path.split('token=')[1] });
  return String(token);
}

/** A valid body for each route, from the contract; for steps, a persona's. */
function validBodies(trn: string): Record<string, unknown> {
  const described = Object.entries(contractCalls).filter(
    ([route, { content }]) => /^(POST|PUT|PATCH) /.test(route) && routes.includes(route) && content !== 'upload',
  );
  const ours = ownBodies(trn);
  const bodies = described.map(([route, call]) => [route, { ...bodyOf(call, trn), ...ours[route] }]);
  return { ...Object.fromEntries(bodies), ...SANDBOX };
}

function bodyOf({ form, body }: Partial<DescribedCall>, trn: string): object {
  if (!form) return withTrn(sampleOf(body), trn);
  const step = realCatalog()
    .flow(form.flow)
    .steps.find(({ id }) => id === form.step);
  const answers = [robin, mae].map(({ flows }) => (flows as AllAnswers)[form.flow]?.[form.step]).find(Boolean);
  const also = sampleOf({ properties: form.also ?? { version: { type: 'integer', minimum: 0 } } });
  return { ...withTrn(also, trn), trn_id: trn, ...(step && toBody(step, answers ?? {})) };
}

const stepForm = (step: string) => ({ form: { flow: 'application', step } });

type AllAnswers = Record<string, Record<string, StepAnswers | undefined> | undefined>;

const withTrn = (body: unknown, trn: string): object => {
  const all = (body ?? {}) as object;
  return { ...all, ...('trn_id' in all && { trn_id: trn }), ...('email' in all && { email: 'a@example.com' }) };
};

const UNKNOWN_ID = '00000000-0000-4000-8000-000000000000';

/** Bodies whose generated sample would be rejected too early. */
const ownBodies = (trn: string): Record<string, object> => ({
  'POST /api/users/register': registrationBody(),
  'POST /api/users/forgotPassword': { email: 'a@example.com' },
  // A wrong old password, because changing the applicant's password would invalidate later requests.
  'POST /api/users/changePassword': {
    oldPassword: 'Wrong!View2026',
    password: 'Harbor!View2027',
    reEnterPassword: 'Harbor!View2027',
  },
  'POST /api/steps/:step': bodyOf({ ...contractCalls['POST /api/steps/:step'], ...stepForm('identification') }, trn),
  'POST /api/payment': {
    ...bodyOf({ ...contractCalls['POST /api/payment'], ...stepForm('payment') }, trn),
    file: 'data:,',
    document_id: '8',
    amount: 4500,
  },
  'POST /api/payment/intent': {
    ...bodyOf({ ...contractCalls['POST /api/payment/intent'], ...stepForm('payment') }, trn),
    file: 'data:,',
    document_id: '8',
    amount: 4500,
  },
  'PUT /api/drafts/:trn/:section': { answers: robin.flows.application.income.employers },
  'POST /api/secondary/save': { questions: [{ a: 1 }] },
  'POST /api/applicant/mobile_scan_saveonly': { file: 'data:image/png;base64,AAAA', document_id: 2 },
  'POST /api/studio/section': { section: 'address', applicationType: 'Property', overlay: { settings: {} } },
  'POST /api/studio/rehearsal': { overlay: { settings: {} } },
  'POST /api/office/factor': { code: '123456' },
  'POST /api/office/views': { name: 'Mine', query: { status: 'submitted' } },
  'POST /api/office/people/role': { id: UNKNOWN_ID, role: 'reviewer' },
  'POST /api/office/people/remove': { id: UNKNOWN_ID },
  'POST /api/office/applications/:id/acts': { act: 'decline' },
  'POST /api/office/applications/:id/letter': { act: 'decline', revision: 1 },
  'POST /api/office/applications/:id/assign': { person: UNKNOWN_ID },
});

const card = { card: { brand: 'visa', last4: '4242', exp_month: 1, exp_year: 2034, outcome: 'succeed' } };
/** The card provider's sandbox, which isn't in the contract. */
const SANDBOX = {
  'POST /sandbox/v1/tokens': card,
  'POST /sandbox/v1/payment_methods': card,
  'POST /sandbox/v1/payment_intents/:id/:verb': { client_secret: 'x' },
};
