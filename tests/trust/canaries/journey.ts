import sharp from 'sharp';
import { licenseBack } from '../../../e2e/support/scan/licenseCard';
import { inventHolder, licensePayload } from '../../../e2e/support/scan/licensePayload';
import { createRandom } from '../../../e2e/support/scan/random';
import type { StepAnswers } from '../../../src/model/answers/stepBody';
import type { AnyServer } from '../../support/anyServer';
import { answersOf, bodyOf, completeSteps, expectRecords, paymentBody, post, postStep } from '../../support/fillSteps';
import { upload } from '../../support/multipart';
import { samplePdf } from '../../support/sampleFiles';
import { postRegistration, registerApplicant, type TestApplicant } from '../../support/serverApplicants';
import { ACCOUNT, BORN, CHILD_BORN, PASSWORD, PERSON, SSN } from './canaries';

/** Creates an applicant who types canaries, also in calls that are rejected, and then signs and pays. */
export async function completeWithCanaries(server: AnyServer): Promise<TestApplicant> {
  const passwords = { password: PASSWORD, reEnterPassword: PASSWORD };
  await postRegistration(server, { ...passwords, email: 'nobody' });
  const zyx = await registerApplicant(server, { ...passwords, fname: PERSON.first, lname: PERSON.last });
  await logInWrongly(server, zyx);
  await identify(server, zyx);
  await saveDetails(server, zyx);
  await saveIncome(server, zyx);
  await post(server, zyx, '/api/payment', await signed(server, zyx, 'card_declined'));
  expectRecords(
    await post(server, zyx, '/api/payment', await signed(server, zyx), { 'idempotency-key': 'canary-payment' }),
  );
  return zyx;
}

async function logInWrongly(server: AnyServer, { email }: TestApplicant): Promise<void> {
  const send = (payload: string) =>
    server.app.inject({
      method: 'POST',
      url: '/api/users/login',
      headers: { 'content-type': 'application/json' },
      payload,
    });
  await send(JSON.stringify({ email: 'nobody@example.com', password: PASSWORD }));
  await send(`{"email":"${email}","password":"${PASSWORD}"`);
  await send(JSON.stringify({ email, password: PASSWORD, more: 1 }));
}

async function identify(server: AnyServer, zyx: TestApplicant): Promise<void> {
  await keepDraft(server, zyx, 'ssn', { SSNNumber: SSN });
  await keepDraft(server, zyx, 'ssn', { SSNNumber: SSN.replaceAll('-', '') });
  await keepDraft(server, zyx, 'personal-details', { DOB: BORN, first_name: PERSON.first });
  const answers = await answersOf(server, zyx, 'identification');
  Object.assign(answers['personal-details'] ?? {}, { first_name: PERSON.first, last_name: PERSON.last, DOB: BORN });
  Object.assign(answers.ssn ?? {}, { SSNNumber: SSN });
  Object.assign(firstOf(answers.address?.address), { street_address: PERSON.street });
  Object.assign(answers['proof-of-identity'] ?? {}, { backfile: await uploadBack(server, zyx) });
  const body = bodyOf(server, zyx, 'identification', answers);
  await postStep(server, zyx, 'identification', { ...body, hat: SSN });
  await post(
    server,
    zyx,
    '/api/applicant/saveiddetail',
    { ...body, version: 7 },
    { 'idempotency-key': 'canary-stale' },
  );
  expectRecords(await postStep(server, zyx, 'identification', body));
}

/** Uploads a license with the date of birth in its barcode. */
async function uploadBack(server: AnyServer, zyx: TestApplicant): Promise<unknown> {
  const [year = 0, month = 0, day = 0] = BORN.split('-').map(Number);
  const holder = { ...inventHolder(createRandom(5)), birth: [year, month, day] };
  const picture = licenseBack(licensePayload(holder));
  const content = await sharp(Buffer.from(picture), { density: 144 }).flatten({ background: '#fff' }).jpeg().toBuffer();
  return expectRecords(await upload(server, zyx, 13, { name: `back-${SSN}.jpg`, content })).blob_path;
}

async function saveDetails(server: AnyServer, zyx: TestApplicant): Promise<void> {
  const answers = await answersOf(server, zyx, 'applicant-details');
  const occupants = answers['applicant-details']?.co_occupants as { fields: unknown };
  Object.assign(firstOf(occupants.fields), { dob: CHILD_BORN });
  expectRecords(await postStep(server, zyx, 'applicant-details', bodyOf(server, zyx, 'applicant-details', answers)));
}

async function saveIncome(server: AnyServer, zyx: TestApplicant): Promise<void> {
  const answers = await answersOf(server, zyx, 'income');
  Object.assign(firstOf(answers.employers?.employer), { employer_name: PERSON.employer });
  const bank = firstOf(answers.banking?.banking);
  Object.assign(bank, { bank_name: `Pecan Street ${ACCOUNT}` });
  await keepDraft(server, zyx, 'banking', { banking: [bank] });
  const content = await samplePdf({ text: `Statement of account ${ACCOUNT}, SSN ${SSN}` });
  const file = { name: `${PERSON.file}.pdf`, content };
  bank.files = [expectRecords(await upload(server, zyx, 6, file, Number(bank.id))).blob_path];
  expectRecords(await postStep(server, zyx, 'income', bodyOf(server, zyx, 'income', answers as StepAnswers)));
}

async function signed(server: AnyServer, zyx: TestApplicant, outcome?: string): Promise<Record<string, unknown>> {
  const body = await paymentBody(server, zyx, outcome);
  Object.assign(body.signature as object, { name: `${PERSON.first} ${PERSON.last}` });
  return body;
}

async function keepDraft(server: AnyServer, zyx: TestApplicant, section: string, answers: unknown): Promise<void> {
  expectRecords(
    await server.app.inject({
      method: 'PUT',
      url: `/api/drafts/${zyx.trn}/${section}`,
      headers: { ...zyx.headers, 'content-type': 'application/json' },
      payload: JSON.stringify({ answers }),
    }),
  );
}

/** Creates a second applicant. Their data must not change when the first one is erased. */
export async function completeOther(server: AnyServer): Promise<TestApplicant> {
  const robin = await registerApplicant(server);
  await completeSteps(server, robin, 'applicant-details');
  return robin;
}

function firstOf(rows: unknown): Record<string, unknown> {
  const [row] = rows as Record<string, unknown>[];
  if (!row) throw new Error('The persona has no row here');
  return row;
}
