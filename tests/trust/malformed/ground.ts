import robin from '../../../schemas/personas/robin-hale.json';
import { toBody } from '../../../src/model/body';
import { realCatalogue } from '../../support/schemaFiles';
import { registrationBody } from '../../support/serverApplicants';
import { rows } from '../idor/rows';
import type { Ground } from './requests';

/** Not the one that ends the session, and not the stream that stays open. */
const routes = Object.keys(rows).filter((key) => !/logout|forms\/changes/.test(key));

/** A session and good bodies to spoil. */
export async function prepare(address: string): Promise<Ground> {
  const register = await fetch(`${address}/api/users/register`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', url: 'open', entry: '/Property/demo/harbor-view/open' },
    body: JSON.stringify(registrationBody()),
  });
  const { records } = (await register.json()) as { records: { trnid: string; token: string } };
  const headers = { authorization: records.token, trn_id: records.trnid };
  const phone = { authorization: await lendScan(address, headers), trn_id: records.trnid };
  return { routes, headers, phone, trn: records.trnid, bodies: goodBodies(records.trnid) };
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

function goodBodies(trn: string): Record<string, unknown> {
  const step = (id: keyof typeof robin.flows.application) => {
    const found = realCatalogue()
      .flow('application')
      .steps.find((one) => one.id === id);
    return found && { trn_id: trn, version: 0, ...toBody(found, robin.flows.application[id] as never) };
  };
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
    'PUT /api/drafts/:trn/:section': { answers: robin.flows.application.income.employers },
    'POST /api/income/addsource': { document_id: 3, source_id: 1, trn_id: trn },
    'POST /api/income/deletesource': { document_id: 3, source_id: 1, trn_id: trn },
    'POST /api/income/offerletter': { document_id: 3, source_id: 1, allowOfferLetter: true, trn_id: trn },
    'POST /api/contextual/deletedocument': { document_id: 4, source_id: 0, application_document_id: 1 },
    'POST /api/secondary/save': { trn_id: trn, version: 0, questions: [{ a: 1 }] },
    'POST /api/desired/unit': { trn_id: trn, version: 0, floorId: 1, unitId: 2, move_in_date: '2027-01-01' },
    'POST /api/scan/link': {},
    'POST /api/applicant/licencematch': { document: 1, name: 'typed' },
    'POST /api/application/inreview': { applicationnumber: '100001', isInReview: 1 },
    'POST /api/applicant/mobile_scan_saveonly': { file: 'data:image/png;base64,AAAA', document_id: 2, trn_id: trn },
    'POST /api/scan/:id/open': { token: 'a'.repeat(43) },
    'POST /api/studio/section': { section: 'address', applicationType: 'Property', overlay: { settings: {} } },
    'POST /sandbox/v1/tokens': {
      card: { brand: 'visa', last4: '4242', exp_month: 1, exp_year: 2034, outcome: 'succeed' },
    },
  };
}
