import { randomUUID } from 'node:crypto';
import type { InjectOptions } from 'fastify';
import type { AnyServer } from '../../support/anyServer';
import {
  answersOf,
  bodyOf,
  completeSteps,
  expectRecords,
  get,
  paymentBody,
  post,
  type SavedStep,
} from '../../support/fillSteps';
import { multipartRequest, upload } from '../../support/multipart';
import { sampleJpeg, samplePdf, sampleSignature } from '../../support/sampleFiles';
import {
  PASSWORD,
  PROPERTY,
  registerApplicant,
  registrationBody,
  type TestApplicant,
} from '../../support/serverApplicants';
import { submitApplication } from './submitted';

/** A call that changes something, and the response to the same call after its first response was lost. */
export interface Row {
  /** Creates what the call needs. Returns the call. */
  ask(server: AnyServer): Promise<InjectOptions>;
  /** The status of the second response; 200 by default. */
  again?: number;
  /** Set if two repeated calls can get different responses: why that's correct. */
  differs?: string;
  /** Set if the call is refused when its response wasn't stored: how, and why nothing is lost. */
  forgotten?: { status: number; why: string };
  /** Set if a second call has its own effect: why that's correct. */
  repeats?: string;
}

type Maker = (server: AnyServer, robin: TestApplicant) => Promise<unknown> | unknown;

const HOUSEHOLD =
  'repeated with its key, otherwise stale with the current state: tests/server/features/household/household.test.ts';

/** Routes without a row: why they need none, or which test repeats their calls. */
export const without: Record<string, string> = {
  'POST /sandbox/v1/tokens': 'stores nothing',
  'POST /sandbox/v1/payment_methods': 'stores nothing',
  'POST /sandbox/v1/payment_intents/:id/:verb':
    'repeated like by the provider; tests/server/features/payment/intents.test.ts',
  'POST /api/application/appeal': 'a repeat finds nothing to appeal: tests/server/features/office/offers.test.ts',
  'POST /api/application/registration': 'stores the same answers again and adds no rows',
  'POST /api/application/submit': 'submitted once per key, like a payment: e2e/jobApplication.test.ts',
  'POST /api/payment/intent': 'finds the same intent again: tests/server/features/payment/intents.test.ts',
  'POST /api/payment/settle': 'returns the receipt again: tests/server/features/payment/intents.test.ts',
  'POST /api/steps/:step': 'every step has its own calls; one without: tests/server/forms/anotherStep.test.ts',
  'POST /api/studio/section': 'stores nothing',
  'POST /api/studio/rehearsal': 'stores nothing',
  'POST /api/studio/check': 'stores nothing',
  'POST /api/studio/editor': 'stores nothing',
  'POST /api/studio/newer': 'stores nothing',
  'POST /api/studio/restructure': 'stores nothing',
  'POST /api/studio/login': 'emails another link, each of which works once: tests/server/features/studio/login.test.ts',
  'POST /api/studio/enter':
    'a link works once, and another one can be emailed: tests/server/features/studio/login.test.ts',
  'POST /api/studio/logout': 'a repeat ends nothing more: tests/server/features/studio/login.test.ts',
  'POST /api/studio/comments': 'a repeat adds another comment: tests/server/features/studio/comments.test.ts',
  'POST /api/studio/comments/:id/resolve': 'resolved once: tests/server/features/studio/comments.test.ts',
  'POST /api/studio/versions': 'a repeat is stale: tests/server/features/studio/versions.test.ts',
  'POST /api/studio/versions/:id/undo': 'a repeat undoes nothing more: tests/server/features/studio/versions.test.ts',
  'POST /api/studio/versions/:id/withdraw': 'a repeat changes nothing: tests/server/features/studio/versions.test.ts',
  'POST /api/ml/predictclass': 'stores nothing',
  'POST /api/users/exchange':
    'a code works once, and its response is repeated only for its key: tests/server/features/account/login.test.ts',
  'POST /api/users/resetPassword':
    'a link works once, and its response is repeated only for its key: tests/server/features/account/resetPassword.test.ts',
  'POST /api/users/sessions/end': 'a repeat ends nothing more: tests/server/features/account/account.test.ts',
  'POST /api/applicant/licencematch': 'tests/server/applications/licenseMatch.test.ts',
  'POST /api/income/checkanswer': 'sets one value: tests/server/features/income',
  'POST /api/income/offerletter': 'sets one value: tests/server/applications/incomeChecks.test.ts',
  'POST /api/payment/webhook': 'tests/server/features/payment/payment.test.ts sends an event twice',
  'POST /api/mail/events': 'the same report leaves the same row: tests/server/features/delivery/delivery.test.ts',
  'POST /api/mail/inbound': 'an email is stored once: tests/server/features/messages/inbound.test.ts',
  'POST /api/messages': 'stored once per key: tests/server/features/messages/messages.test.ts',
  'POST /api/messages/read': 'a repeat changes nothing: tests/server/features/messages/messages.test.ts',
  'POST /api/office/applications/:id/messages': 'sent once per key: tests/server/features/messages/messages.test.ts',
  'POST /api/office/applications/:id/messages/read':
    'a repeat changes nothing: tests/server/features/messages/messages.test.ts',
  'POST /api/office/applications/:id/messages/files':
    'stored once per key, like any upload; unsent ones are deleted after a day: tests/server/features/messages/messages.test.ts',
  'POST /api/office/emails': 'sets one choice: tests/server/features/messages/officeNews.test.ts',
  'POST /api/application/another': 'begun once per key: tests/server/features/success/newApplication.test.ts',
  'POST /api/application/switch':
    'starts another session of the same account: tests/server/features/success/newApplication.test.ts',
  'POST /api/application/confirm': 'a repeat changes nothing: tests/server/features/success/newApplication.test.ts',
  'POST /api/notices/confirm': 'a repeat keeps the first time: tests/server/features/notices/notices.test.ts',
  'POST /api/accommodation': 'stored once per key: tests/server/features/accommodation/accommodation.test.ts',
  'POST /api/office/accommodation/answered':
    'a repeat changes nothing: tests/server/features/accommodation/accommodation.test.ts',
  'POST /api/household/add': HOUSEHOLD,
  'POST /api/household/invite': HOUSEHOLD,
  'POST /api/household/remind': HOUSEHOLD,
  'POST /api/household/replace': HOUSEHOLD,
  'POST /api/household/revoke': HOUSEHOLD,
  'POST /api/household/remove': HOUSEHOLD,
  'POST /api/household/lead': HOUSEHOLD,
  'POST /api/household/leave': HOUSEHOLD,
  'POST /api/household/join': HOUSEHOLD,
  'POST /api/household/decline': HOUSEHOLD,
  'POST /api/office/households/:id/acts': 'a repeat is stale: tests/server/features/household/office.test.ts',
  'POST /api/office/login':
    'emails another link, each of which works once: tests/server/features/office/officeLogin.test.ts',
  'POST /api/office/enter':
    'a link works once, and another one can be emailed: tests/server/features/office/officeLogin.test.ts',
  'POST /api/office/factor/begin': 'a new secret replaces the one that never arrived',
  'POST /api/office/factor': 'a code counts once; the next one is shown within 30 seconds',
  'POST /api/office/logout': 'a repeat ends nothing more: tests/server/features/office/officeLogin.test.ts',
  'POST /api/office/people':
    'emails another invitation to the same person: tests/server/features/office/people.test.ts',
  'POST /api/office/people/role': 'sets one role: tests/server/features/office/people.test.ts',
  'POST /api/office/people/remove': 'a repeat changes nothing: tests/server/features/office/people.test.ts',
  'POST /api/office/views': 'a repeat replaces the first: tests/server/features/office/desk.test.ts',
  'POST /api/office/views/remove': 'a repeat finds nothing to delete',
  'POST /api/office/applications/:id/acts': 'decided once per key: tests/server/features/office/listApi.test.ts',
  'POST /api/office/applications/:id/assign':
    'a repeat is stale, with the current status: tests/server/features/office/applications.test.ts',
  'POST /api/office/applications/:id/duties':
    'a repeat changes nothing: tests/server/features/office/deadlines.test.ts',
  'POST /api/office/applications/:id/letter': 'stores nothing',
  'POST /api/office/applications/:id/costs': 'booked once per key: tests/server/features/ledger/ledger.test.ts',
  'POST /api/office/applications/:id/refunds': 'ordered once per key: tests/server/features/ledger/ledger.test.ts',
  'POST /api/office/applications/:id/notes': 'written once per key: tests/server/features/office/applications.test.ts',
  'POST /api/office/applications/:id/reveal': 'every reveal is logged, including one whose response was lost',
};

const json = (url: string, make: Maker, rest: Partial<Row> = {}, method: InjectOptions['method'] = 'POST'): Row => ({
  ...rest,
  async ask(server) {
    const robin = await registerApplicant(server);
    const payload = (await make(server, robin)) as object;
    const filled = url.replace(':trn', robin.trn);
    return { method, url: filled, headers: { ...robin.headers, 'idempotency-key': randomUUID() }, payload };
  },
});

const save = (step: SavedStep, url: string, before?: SavedStep): Row =>
  json(url, async (server, robin) => {
    if (before) await completeSteps(server, robin, before);
    return bodyOf(server, robin, step, await answersOf(server, robin, step));
  });

const file = (url: string, fields: Record<string, string>, content: () => Promise<Buffer>, name: string): Row => ({
  async ask(server) {
    const robin = await registerApplicant(server);
    const request = multipartRequest(robin, url, {
      fields: { trn_id: robin.trn, ...fields },
      name,
      content: await content(),
    });
    return { ...request, headers: { ...request.headers, 'idempotency-key': randomUUID() } };
  },
});

/** The second deletion finds nothing, which the page treats as deleted. */
const remove = (address: (document: { id: number; blob_path: string }) => string, documentId: number): Row => ({
  again: 404,
  async ask(server) {
    const robin = await registerApplicant(server);
    const pdf = documentId === 15;
    const content = pdf ? await samplePdf() : await sampleJpeg();
    const stored = expectRecords(
      await upload(server, robin, documentId, { name: pdf ? 'a.pdf' : 'a.jpg', content }, pdf ? 1 : 0),
    );
    return { method: 'DELETE', url: address(stored as { id: number; blob_path: string }), headers: robin.headers };
  },
});

const refresh = (url: string): Row => ({
  differs: 'signs a new access token, with the same refresh token',
  async ask(server) {
    const { refreshToken } = await registerApplicant(server);
    return { method: 'POST', url, payload: { refreshtoken: refreshToken } };
  },
});

/** Routes that change something. The suite fails for one that isn't listed here or in `without`. */
export const rows: Record<string, Row> = {
  'POST /api/users/register': {
    differs: 'without a stored response, a second session of the same account starts',
    async ask() {
      const headers = { url: 'open', entry: PROPERTY, 'idempotency-key': randomUUID() };
      return { method: 'POST', url: '/api/users/register', headers, payload: registrationBody() };
    },
  },
  'POST /api/users/login': json('/api/users/login', (_, { email }) => ({ email, password: PASSWORD }), {
    differs: 'each login has its own tokens',
  }),
  'POST /api/users/logout': json('/api/users/logout', () => ({}), { again: 401 }),
  'POST /api/users/forgotPassword': json('/api/users/forgotPassword', (_, { email }) => ({ email }), {
    repeats: 'a repeat emails another link, which ends the first',
  }),
  'POST /api/users/refreshToken': refresh('/api/users/refreshToken'),
  'POST /api/auth/refreshtoken': refresh('/api/auth/refreshtoken'),
  'POST /api/token/refresh': refresh('/api/token/refresh'),
  'POST /api/users/changePassword': json(
    '/api/users/changePassword',
    () => ({ oldPassword: PASSWORD, password: 'Newer!View2026', reEnterPassword: 'Newer!View2026' }),
    {
      forgotten: {
        status: 422,
        why: 'the old password no longer works, and trying the new one too would double the guesses',
      },
    },
  ),
  'POST /api/users/updateTandC': json('/api/users/updateTandC', (_, { trn }) => ({ trn_id: trn })),
  'PUT /api/drafts/:trn/:section': json(
    '/api/drafts/:trn/address',
    () => ({ answers: { address: [] }, mark: { page: randomUUID(), at: 1, was: 'saved-0' } }),
    {},
    'PUT',
  ),
  'POST /api/applicant/saveiddetail': save('identification', '/api/applicant/saveiddetail'),
  'POST /api/contextual/savedetails': save('applicant-details', '/api/contextual/savedetails', 'identification'),
  'POST /api/income/savedetails': save('income', '/api/income/savedetails', 'applicant-details'),
  'POST /api/income/addsource': json('/api/income/addsource', () => ({ document_id: 6 })),
  'POST /api/income/deletesource': json(
    '/api/income/deletesource',
    async (server, robin) => {
      const { id } = expectRecords(await post(server, robin, '/api/income/addsource', { document_id: 6 }));
      return { document_id: 6, source_id: id };
    },
    { again: 404 },
  ),
  'POST /api/payment': json('/api/payment', async (server, robin) => {
    await completeSteps(server, robin, 'income', { pdfs: false });
    return paymentBody(server, robin);
  }),
  'POST /api/application/inreview': json('/api/application/inreview', async (server, robin) => {
    await submitApplication(server, robin);
    const { applicationID } = expectRecords(await get(server, robin, `/api/application/summary/${robin.trn}`));
    return { applicationnumber: applicationID, isInReview: 1 };
  }),
  'POST /api/application/withdraw': json('/api/application/withdraw', async (server, robin) => {
    await submitApplication(server, robin);
    return {};
  }),
  'POST /api/desired/unit': json('/api/desired/unit', async (server, robin) => {
    await submitApplication(server, robin);
    const { context } = expectRecords(await get(server, robin, '/api/forms/success/desired-unit')) as {
      context: { lists: { units: { ID: number; FloorPlanID: number }[] } };
    };
    const unit = context.lists.units[0];
    return { version: 0, floorId: unit?.FloorPlanID, unitId: unit?.ID };
  }),
  'POST /api/desired/address': json('/api/desired/address', () => ({ version: 0 }), {
    again: 404,
    repeats: 'an application by a property link has no desired address',
  }),
  'POST /api/secondary/save': json('/api/secondary/save', async (server, robin) => {
    await submitApplication(server, robin);
    return { version: 0, questions: [{ name: 'convicted_for_crime', ProfileTabFieldID: 1, response: 'No' }] };
  }),
  'POST /api/scan/link': json('/api/scan/link', () => ({}), {
    differs: 'the newest link replaces the other',
  }),
  'DELETE /api/scan/:id': {
    again: 404,
    async ask(server) {
      const robin = await registerApplicant(server);
      const { id } = expectRecords(await post(server, robin, '/api/scan/link', {}));
      return { method: 'DELETE', url: `/api/scan/${id}`, headers: robin.headers };
    },
  },
  'POST /api/scan/:id/open': {
    differs: 'without a stored response, the phone gets a new key instead of the one it never received',
    async ask(server) {
      const { id, token } = await openLink(server, await registerApplicant(server));
      const headers = { 'idempotency-key': randomUUID() };
      return { method: 'POST', url: `/api/scan/${id}/open`, headers, payload: { token } };
    },
  },
  'POST /api/applicant/mobile_scan_saveonly': {
    // The phone's page treats the code `alreadyUploaded` as saved.
    again: 409,
    async ask(server) {
      const robin = await registerApplicant(server);
      const { id, token } = await openLink(server, robin);
      const opened = await server.app.inject({ method: 'POST', url: `/api/scan/${id}/open`, payload: { token } });
      const headers = { authorization: String(expectRecords(opened).token) };
      const picture = `data:image/png;base64,${(await sampleSignature()).split(',')[1]}`;
      const payload = { file: picture, document_id: 2, trn_id: robin.trn };
      return { method: 'POST', url: '/api/applicant/mobile_scan_saveonly', headers, payload };
    },
  },
  'POST /api/applicant/document': file(
    '/api/applicant/document',
    { document_id: '4', source_id: '0' },
    sampleJpeg,
    'a.jpg',
  ),
  'POST /api/contextual/petimage': file('/api/contextual/petimage', {}, sampleJpeg, 'a.jpg'),
  'POST /api/secondary/proof': file('/api/secondary/proof', {}, samplePdf, 'a.pdf'),
  'DELETE /api/applicant/deletedocument/:id': remove(({ id }) => `/api/applicant/deletedocument/${id}`, 4),
  'DELETE /api/applicant/barcodedocument/:id': remove(({ id }) => `/api/applicant/barcodedocument/${id}`, 13),
  'DELETE /api/contextual/petimage/:id': remove(({ id }) => `/api/contextual/petimage/${id}`, 14),
  'DELETE /api/secondary/proof/:file': remove(
    ({ blob_path }) => `/api/secondary/proof/${blob_path.split('/').at(-1)}`,
    15,
  ),
  'POST /api/applicant/upload/cancel': json('/api/applicant/upload/cancel', () => ({ key: randomUUID() })),
  'POST /api/contextual/deletedocument': json(
    '/api/contextual/deletedocument',
    async (server, robin) => {
      expectRecords(await upload(server, robin, 4, { name: 'a.jpg', content: await sampleJpeg() }));
      return { document_id: 4, source_id: 0 };
    },
    { again: 404 },
  ),
};

async function openLink(server: AnyServer, robin: TestApplicant): Promise<{ id: string; token: string }> {
  const { id, path } = expectRecords(await post(server, robin, '/api/scan/link', {}));
  return { id: String(id), token: String(path).split('token=')[1] ?? '' };
}
