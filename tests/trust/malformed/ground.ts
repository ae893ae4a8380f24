import mae from '../../../schemas/personas/mae-li.json';
import robin from '../../../schemas/personas/robin-hale.json';
import { toBody } from '../../../src/model/body';
import { realCatalogue } from '../../support/schemaFiles';
import { registrationBody } from '../../support/serverApplicants';
import { rows } from '../idor/rows';
import type { Ground } from './requests';

/**
 * Not the ones that end a session, not the stream that stays open, and of the Studio only the way in: whoever has no session there is
 * refused before anything of theirs is read.
 */
const routes = Object.keys(rows).filter(
  (key) => !/logout|forms\/changes|(studio\/(session|judge|editor|versions|acts))/.test(key),
);

/** They take files, or bytes that the card provider signed. */
const NO_JSON = [
  'POST /api/applicant/document',
  'POST /api/contextual/petimage',
  'POST /api/secondary/proof',
  'POST /api/ml/predictclass',
  'POST /api/payment/webhook',
];

/** The routes that take a JSON body and have none to spoil here. */
export const withoutBody = (bodies: Ground['bodies'] = goodBodies('100001')): string[] =>
  routes.filter((route) => /^(POST|PUT|PATCH) /.test(route) && !NO_JSON.includes(route) && !bodies[route]);

/** A session and good bodies to spoil; `office` is the session of somebody there, and the application they may read. */
export async function prepare(address: string, office: Ground['office']): Promise<Ground> {
  const register = await fetch(`${address}/api/users/register`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', url: 'open', entry: '/Property/demo/harbor-view/open' },
    body: JSON.stringify(registrationBody()),
  });
  const { records } = (await register.json()) as { records: { trnid: string; token: string } };
  const headers = { authorization: records.token, trn_id: records.trnid };
  const phone = { authorization: await lendScan(address, headers), trn_id: records.trnid };
  return { routes, headers, phone, office, trn: records.trnid, bodies: goodBodies(records.trnid) };
}

/** The key of a phone that may scan for this applicant. */
async function lendScan(address: string, headers: Record<string, string>): Promise<string> {
  const post = async (path: string, body: object): Promise<Record<string, string>> => {
    const json = { ...headers, 'content-type': 'application/json' };
    const answer = await fetch(address + path, { method: 'POST', headers: json, body: JSON.stringify(body) });
    return (await answer.json()).records;
  };
  const { id, path = '' } = await post('/api/scan/link', {});
  const { token } = await post(`/api/scan/${id}/open`, { token: path.split('token=')[1] });
  return String(token);
}

const NOBODY = '00000000-0000-4000-8000-000000000000';

function goodBodies(trn: string): Record<string, unknown> {
  const stepOf = (flow: string, id: string, answers: object) => {
    const found = realCatalogue()
      .flow(flow)
      .steps.find((one) => one.id === id);
    return found && { trn_id: trn, version: 0, ...toBody(found, answers as never) };
  };
  const step = (id: keyof typeof robin.flows.application) => stepOf('application', id, robin.flows.application[id]);
  const card = { card: { brand: 'visa', last4: '4242', exp_month: 1, exp_year: 2034, outcome: 'succeed' } };
  return {
    'POST /api/users/register': registrationBody(),
    'POST /api/users/login': { email: 'a@example.com', password: 'Harbor!View2026' },
    'POST /api/users/exchange': { trn_id: trn, url: 'open', token: 'a'.repeat(43) },
    'POST /api/users/forgotPassword': { email: 'a@example.com' },
    'POST /api/users/resetPassword': { uid: 'a'.repeat(43), password: 'Harbor!View2027' },
    'POST /api/users/refreshToken': { refreshtoken: 'a'.repeat(43) },
    'POST /api/auth/refreshtoken': { refreshtoken: 'a'.repeat(43) },
    'POST /api/token/refresh': { refreshtoken: 'a'.repeat(43) },
    'POST /api/users/updateTandC': { trn_id: trn },
    'POST /api/users/sessions/end': { id: 'a'.repeat(22) },
    // Not the applicant's own: a password that is changed would end nothing here, and be wrong at the next request.
    'POST /api/users/changePassword': {
      oldPassword: 'Wrong!View2026',
      password: 'Harbor!View2027',
      reEnterPassword: 'Harbor!View2027',
    },
    'POST /api/applicant/saveiddetail': step('identification'),
    'POST /api/contextual/savedetails': step('applicant-details'),
    'POST /api/income/savedetails': step('income'),
    'POST /api/payment': {
      ...step('payment'),
      token: 'tok',
      file: 'data:,',
      document_id: '8',
      amount: 4500,
      terms: '',
    },
    'POST /api/steps/:step': step('identification'),
    'PUT /api/drafts/:trn/:section': { answers: robin.flows.application.income.employers },
    'POST /api/income/addsource': { document_id: 3, source_id: 1, trn_id: trn },
    'POST /api/income/deletesource': { document_id: 3, source_id: 1, trn_id: trn },
    'POST /api/income/offerletter': { document_id: 3, source_id: 1, allowOfferLetter: true, trn_id: trn },
    'POST /api/income/checkanswer': { id: 1, answer: 'I moved.' },
    'POST /api/contextual/deletedocument': { document_id: 4, source_id: 0, application_document_id: 1 },
    'POST /api/secondary/save': { trn_id: trn, version: 0, questions: [{ a: 1 }] },
    'POST /api/desired/unit': { trn_id: trn, version: 0, floorId: 1, unitId: 2, move_in_date: '2027-01-01' },
    'POST /api/desired/address': stepOf('success', 'desired-address', mae.flows.success['desired-address']),
    'POST /api/scan/link': {},
    'POST /api/applicant/licencematch': { document: 1, name: 'typed' },
    'POST /api/application/inreview': { applicationnumber: '100001', isInReview: 1 },
    'POST /api/applicant/mobile_scan_saveonly': { file: 'data:image/png;base64,AAAA', document_id: 2, trn_id: trn },
    'POST /api/scan/:id/open': { token: 'a'.repeat(43) },
    'POST /api/studio/login': { email: 'studio@example.com' },
    'POST /api/studio/enter': { token: 'a'.repeat(43) },
    'POST /api/studio/section': { section: 'address', applicationType: 'Property', overlay: { settings: {} } },
    'POST /api/application/another': { link: 1 },
    'POST /api/application/switch': { number: '100001' },
    'POST /api/application/confirm': { section: 'address' },
    'POST /api/application/withdraw': { trn_id: trn },
    'POST /api/office/login': { email: 'office@example.com' },
    'POST /api/office/enter': { token: 'a'.repeat(43) },
    'POST /api/office/factor/begin': {},
    'POST /api/office/factor': { code: '123456' },
    'POST /api/office/people': { email: 'reader@office.example', name: 'Reader', role: 'reader' },
    'POST /api/office/people/role': { id: NOBODY, role: 'reviewer' },
    'POST /api/office/people/remove': { id: NOBODY },
    'POST /api/office/applications/:id/acts': {
      act: 'decline',
      revision: 1,
      bases: ['income', 'consumerReport'],
      reasons: ['credit'],
      conditions: 'None.',
      report: { name: 'Agency', address: '1 Main St', phone: '5125550100' },
      documents: [{ document_id: 5, source_id: 0, text: 'Your tax return' }],
    },
    'POST /api/office/applications/:id/assign': { revision: 1, person: NOBODY },
    'POST /api/office/applications/:id/notes': { text: 'A note.' },
    'POST /api/office/applications/:id/reveal': { why: 'To compare.', kinds: ['ssn', 'dob'] },
    'POST /sandbox/v1/tokens': card,
    'POST /sandbox/v1/payment_methods': card,
  };
}
