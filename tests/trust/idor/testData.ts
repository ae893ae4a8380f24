import { createAccessTokens, issueToken } from '../../../src/server/platform/sessions/tokenRepository';
import { runCommand } from '../../../src/tools/portal/runCommand';
import { answersOf, bodyOf, completeSteps, expectRecords, get, paymentBody, post } from '../../support/fillSteps';
import { addPerson, householdOf, postInvited, readHousehold } from '../../support/households';
import { upload } from '../../support/multipart';
import { sampleJpeg, samplePdf } from '../../support/sampleFiles';
import { PROPERTY, registerApplicant, type TestApplicant } from '../../support/serverApplicants';
import type { SuiteServer } from '../support/severalProcesses';
import { createOffice, type OfficeTestData } from './officeAttacks';
import { createStudio, type StudioTestData } from './studioAttacks';

/** The victim, with the ids of their files and other data. */
export interface Victim extends TestApplicant {
  number: string;
  /** Documents by their use. */
  documents: Record<'scan' | 'deleted' | 'barcode' | 'pet' | 'ssn', number>;
  proofName: string;
  /** Address of the scan, with its ticket. */
  fileUrl: string;
  /** Address of another file, with its ticket. */
  otherFileUrl: string;
  scanId: string;
  scanToken: string;
  phoneKey: string;
  /** The household's revision. */
  revision: number;
}

export interface TestData {
  server: SuiteServer;
  victim: Victim;
  /** Others with their own session, by name. */
  others: Record<'other applicant' | 'other subscriber' | 'submitted application' | 'household member', TestApplicant>;
  submitted: TestApplicant & { number: string };
  office: OfficeTestData;
  studio: StudioTestData;
  /** Id of the submitted application's household. */
  household: string;
  /** A file of the submitted application. */
  submittedDocument: number;
  jpeg: Buffer;
  /** Values that aren't valid access tokens, by kind. */
  secrets: Record<string, string>;
}

/** Creates applicants of two subscribers, a submitted application, users of the office and the Studio, and secrets. */
export async function createTestData(server: SuiteServer): Promise<TestData> {
  await addSubscriber(server);
  const robin = await registerApplicant(server);
  const neighbor = await registerApplicant(server);
  const stranger = await registerApplicant(server, {}, { entry: '/Property/oak/oak-court/open' });
  const submitted = await submit(server, await registerApplicant(server));
  const furnished = await addBelongings(server, robin);
  const inside = await joinHousehold(server, furnished, 'inside@household.example');
  const victim = { ...furnished, revision: (await readHousehold(server, furnished)).revision };
  // Creates the other applicants' keys now, because creating them on first use would count as a change.
  for (const { trn } of [neighbor, stranger, inside]) await server.deps.keyring.keyOf(trn);
  const others = {
    'other applicant': neighbor,
    'other subscriber': stranger,
    'submitted application': submitted,
    'household member': inside,
  };
  await joinHousehold(server, submitted, 'other@household.example');
  const household = await householdOf(server.deps.db, submitted);
  const secrets = await createSecrets(server, victim);
  await server.drain();
  // Using a session updates `seen_at` at most once a minute. A later time prevents this, so the attacks change nothing.
  await server.deps.db.query("update session set seen_at = seen_at + interval '10 minutes'");
  const office = await createOffice({ server });
  const studio = await createStudio({ server });
  await server.deps.db.query("update studio_session set seen_at = seen_at + interval '10 minutes'");
  await server.deps.db.query("update office_session set seen_at = seen_at + interval '10 minutes'");
  const mine = await server.deps.db.query(
    'select min(id)::int as id from document where trn = $1 and document_id = 2',
    [submitted.trn],
  );
  const submittedDocument = mine.rows[0].id;
  return {
    server,
    victim,
    others,
    submitted,
    household,
    submittedDocument,
    office,
    studio,
    jpeg: await sampleJpeg(),
    secrets,
  };
}

async function addSubscriber({ deps }: SuiteServer): Promise<void> {
  const portal = { db: deps.db, config: deps.config, cwd: deps.config.dataDir };
  const commands = [
    'subscriber add oak --name Oak --phone 5125550188 --email office@oak.example --fee 45',
    'property add oak oak-court --name Oak --city Austin --state TX --link open',
  ];
  for (const words of commands) {
    const { code, error } = await runCommand(portal, words.split(' '));
    if (code !== 0) throw new Error(error);
  }
}

async function submit(server: SuiteServer, applicant: TestApplicant) {
  await completeSteps(server, applicant, 'income', { pdfs: false });
  expectRecords(await post(server, applicant, '/api/payment', await paymentBody(server, applicant)));
  await server.drain();
  return { ...applicant, number: await numberOf(server, applicant) };
}

const numberOf = async (server: SuiteServer, applicant: TestApplicant) =>
  String(expectRecords(await get(server, applicant, '/api/users/applicationdetail')).application_number);

/** Someone who was invited to the applicant's household and registered. */
async function joinHousehold(server: SuiteServer, lead: TestApplicant, email: string): Promise<TestApplicant> {
  const person = { first_name: 'Inge', last_name: 'Inside', email };
  await addPerson(server, lead, 'coApplicant', person);
  const { rows } = await server.deps.db.query('select trn from household_member where email = $1', [email]);
  const { trn } = rows[0];
  const expiresAt = new Date(server.deps.clock().getTime() + 600_000);
  const token = await issueToken(server.deps.db, { purpose: 'invitation', trn, expiresAt });
  const records = expectRecords(await postInvited(server, { path: `${PROPERTY}/${trn}`, token }, person));
  const headers = { email, authorization: String(records.token), trn_id: trn };
  return { trn, email, token: String(records.token), refreshToken: String(records.refreshToken), headers };
}

async function addBelongings(server: SuiteServer, robin: TestApplicant): Promise<Omit<Victim, 'revision'>> {
  const jpeg = { name: 'scan.jpg', content: await sampleJpeg() };
  const put = async (type: number, file = jpeg, source = 0) =>
    expectRecords(await upload(server, robin, type, file, source));
  const answers = await answersOf(server, robin, 'identification');
  expectRecords(
    await post(server, robin, '/api/applicant/saveiddetail', bodyOf(server, robin, 'identification', answers)),
  );
  expectRecords(await post(server, robin, '/api/income/addsource', { document_id: 3 }));
  const [scan, deleted, barcode, pet, ssn] = [await put(2), await put(2), await put(10), await put(14), await put(4)];
  const pdf = { name: 'proof.pdf', content: Buffer.concat([await samplePdf(), Buffer.alloc(1024, '\n')]) };
  const proof = await put(15, pdf, 1);
  const ticket = async (id: unknown) =>
    String(expectRecords(await get(server, robin, `/api/applicant/ticket/${id}`)).url);
  return {
    ...robin,
    number: await numberOf(server, robin),
    documents: {
      scan: Number(scan.id),
      deleted: Number(deleted.id),
      barcode: Number(barcode.id),
      pet: Number(pet.id),
      ssn: Number(ssn.id),
    },
    proofName: String(proof.blob_path).split('/').pop() ?? '',
    fileUrl: await ticket(scan.id),
    otherFileUrl: await ticket(ssn.id),
    ...(await openScan(server, robin)),
  };
}

async function openScan(server: SuiteServer, robin: TestApplicant) {
  const { id, path } = expectRecords(await post(server, robin, '/api/scan/link', {}));
  const scanToken = new URL(String(path), 'http://x').searchParams.get('token') ?? '';
  const opened = { method: 'POST', url: `/api/scan/${id}/open`, payload: { token: scanToken } } as const;
  const { token } = expectRecords(await server.app.inject(opened));
  return { scanId: String(id), scanToken, phoneKey: String(token) };
}

/** The victim's secrets for other calls, which must not work as a session. */
async function createSecrets({ deps, app }: SuiteServer, victim: Victim): Promise<Record<string, string>> {
  const { rows } = await deps.db.query('select account_id from application where trn = $1', [victim.trn]);
  const session = await deps.sessions.start(rows[0].account_id, victim.trn);
  const headers = { ...victim.headers, authorization: session.token };
  await app.inject({ method: 'POST', url: '/api/users/logout', headers });
  const expiresAt = new Date(deps.clock().getTime() + 600_000);
  const owner = { accountId: rows[0].account_id, expiresAt };
  const sid = JSON.parse(Buffer.from(victim.token.split('.')[1] ?? '', 'base64url').toString()).sid;
  return {
    expired: await createAccessTokens(() => new Date(deps.clock().getTime() - 301_000), deps.tokenKey).sign(sid),
    'ended session': session.token,
    'scan token': victim.scanToken,
    'phone key': victim.phoneKey,
    invitation: await issueToken(deps.db, { purpose: 'invitation', trn: victim.trn, expiresAt }),
    'login code': await issueToken(deps.db, { ...owner, purpose: 'login' }),
    'reset token': await issueToken(deps.db, { ...owner, purpose: 'reset' }),
    'refresh token': victim.refreshToken,
    'file ticket': victim.fileUrl.split('token=')[1] ?? '',
    'session id': sid,
    'transaction id': victim.trn,
  };
}
