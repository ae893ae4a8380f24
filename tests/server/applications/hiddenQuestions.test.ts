import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import persona from '../../../schemas/personas/robin-hale.json';
import { listUploadPlaces } from '../../../src/server/features/office/decide';
import { answersOf, bodyOf, expectRecords, get, post, postStep } from '../../support/fillSteps';
import { multipartBody, postMultipart, upload } from '../../support/multipart';
import { openServer } from '../../support/openServer';
import { sampleJpeg, samplePdf } from '../../support/sampleFiles';
import { registerApplicant, type TestApplicant } from '../../support/serverApplicants';
import { engines } from '../../support/serverFixture';

type Records = Record<string, unknown>;
type Sections = Record<string, Records>;

const HIDDEN = { convicted_for_crime: 'Hide', secondary_convicted_for_crime: 'Hide', USCitizen: 'Hide' };

describe.each(engines)('questions that the settings hide, on $name', async (engine) => {
  let robin: TestApplicant;
  const server = await openServer(engine);
  beforeAll(async () => {
    await server.deps.db.query(
      "update subscriber set settings = jsonb_set(settings::jsonb, '{fields}', (settings::jsonb -> 'fields') || $1::jsonb)",
      [JSON.stringify(HIDDEN)],
    );
    server.advance(6);
    robin = await registerApplicant(server);
  });

  it.each([
    '/api/forms/application/identification',
    '/api/forms/application/applicant-details',
    '/api/forms/success/supplemental',
  ])('are not served by %s', async (url) => {
    const { records } = (await get(server, robin, url)).json();
    const served = JSON.stringify(records.sections.map(({ schema, ui }: Record<string, unknown>) => [schema, ui]));
    expect(served.length).toBeGreaterThan(100);
    expect(served).not.toMatch(/convicted_for_crime|isUS_citizen/);
  });

  it.each([
    [{ convicted_for_crime: 'Hide', secondary_convicted_for_crime: 'Required' }, false, 'Incomplete'],
    [{ convicted_for_crime: 'Required', secondary_convicted_for_crime: 'Hide' }, true, null],
  ])('have separate settings in step 2 and in the supplemental questionnaire: %j', async (fields, inStep, status) => {
    const set = (now: object) =>
      server.deps.db.query(
        "update subscriber set settings = jsonb_set(settings::jsonb, '{fields}', (settings::jsonb -> 'fields') || $1::jsonb)",
        [JSON.stringify(now)],
      );
    await set(fields);
    server.advance(6);
    const form = async (url: string) => JSON.stringify((await get(server, robin, url)).json().records.sections);
    const asks = async (url: string) => /"convicted_for_crime":\{"title"/.test(await form(url));
    expect(await asks('/api/forms/application/applicant-details')).toBe(inStep);
    expect(await asks('/api/forms/success/supplemental')).toBe(!inStep);
    const { records } = (await get(server, robin, `/api/application/summary/${robin.trn}`)).json();
    expect(records.secondary_status).toBe(status);
    await set(HIDDEN);
    server.advance(6);
  });

  const refusedAt = (response: { statusCode: number; json(): { errors?: { path: string; message: string }[] } }) => [
    response.statusCode,
    response.json().errors?.map(({ path, message }) => [path, message]),
  ];
  const SAID = "We don't ask this question. Remove the answer.";
  const saveIdentity = (change: (answers: Sections) => unknown = () => undefined) => {
    const answers: Sections = {
      ...structuredClone(persona.flows.application.identification),
      'proof-of-identity': { availableToUpload_id: 'No', no_doc_reason: 'later' },
      ssn: { SSNNumber: '212-45-6789', availableToUpload_ssn: 'No', no_doc_reason: 'later' },
    };
    change(answers);
    return postStep(server, robin, 'identification', bodyOf(server, robin, 'identification', answers));
  };
  const ssnWith = (answer: Records) => saveIdentity(({ ssn = {} }) => Object.assign(ssn, answer));
  const setAll = async (settings: object) => {
    await server.deps.db.query(
      "update subscriber set settings = jsonb_set(settings::jsonb, '{fields}', (settings::jsonb -> 'fields') || $1::jsonb)",
      [JSON.stringify(settings)],
    );
    server.advance(6);
  };

  it('are refused when a step is saved with an answer to them, also in lists and under hidden questions', async () => {
    expect(refusedAt(await ssnWith({ isUS_citizen: 'Yes' }))).toEqual([422, [['/ssn_data/isUS_citizen', SAID]]]);
    await setAll({ ReasonforMoving: 'Hide' });
    expect(refusedAt(await saveIdentity())).toEqual([422, [['/address/0/reason', SAID]]]);
    await setAll({ ReasonforMoving: 'Optional', SSNCard: 'Hide' });
    expect(refusedAt(await ssnWith({ availableToUpload_ssn: null }))).toEqual([
      422,
      [['/ssn_data/no_doc_reason', SAID]],
    ]);
    await setAll({ SSNCard: 'Required' });
    const { rows } = await server.deps.db.query('select from step_answer where trn = $1', [robin.trn]);
    expect(rows).toEqual([]);
  });

  it('are refused as answered contextual questions, but may be sent without an answer', async () => {
    expectRecords(await saveIdentity());
    const answers = await answersOf(server, robin, 'applicant-details');
    const body = bodyOf(server, robin, 'applicant-details', answers);
    const questions = (body.questions as Records[]).filter(({ name }) => name !== 'convicted_for_crime');
    const send = (crime: Records) =>
      postStep(server, robin, 'applicant-details', {
        ...body,
        questions: [...questions, { name: 'convicted_for_crime', ...crime }],
      });
    expect(refusedAt(await send({ response: 'No' }))).toEqual([422, [[`/questions/${questions.length}`, SAID]]]);
    const { groups } = expectRecords(await get(server, robin, `/api/contextual/getdetails/${robin.trn}`));
    const hidden = (groups as Records[]).find(({ name }) => name === 'convicted_for_crime');
    expect(hidden).toMatchObject({ display: false, required: false, response: null, Question: '' });
    expect(expectRecords(await send({ ...hidden }))).toEqual({ version: 1 });
  });

  it('are refused in a draft, which stays unchanged', async () => {
    const url = `/api/drafts/${robin.trn}/other-details`;
    const put = (answers: object) =>
      server.app.inject({ method: 'PUT', url, headers: robin.headers, payload: { answers } });
    expectRecords(await put({ is_student: { response: 'No' } }));
    const crime = { response: 'Yes', explanation: 'long ago' };
    const refused = await put({ is_student: { response: 'Yes' }, convicted_for_crime: crime });
    expect(refusedAt(refused)).toEqual([422, [['/answers/convicted_for_crime', SAID]]]);
    expect(refused.json().errors[0]).toMatchObject({ section: 'other-details', field: '/convicted_for_crime' });
    expect(expectRecords(await get(server, robin, url)).answers).toEqual({ is_student: { response: 'No' } });
  });

  it('are not read from what was stored before they were hidden', async () => {
    await setAll({ convicted_for_crime: 'Optional' });
    const url = `/api/drafts/${robin.trn}/other-details`;
    const answers = { is_student: { response: 'No' }, convicted_for_crime: { response: 'No' } };
    expectRecords(await server.app.inject({ method: 'PUT', url, headers: robin.headers, payload: { answers } }));
    await setAll(HIDDEN);
    expect(expectRecords(await get(server, robin, url)).answers).toEqual({ is_student: { response: 'No' } });
  });

  describe('for documents', () => {
    const DOCUMENTS = ['USDriversLicense', 'Visa', 'SSNCard', 'Paystub', 'OtherIncome', 'BankStatements'];
    const hide = (setting: string) => Object.fromEntries([...DOCUMENTS, 'have_pet'].map((name) => [name, setting]));
    beforeAll(async () => {
      for (const document_id of ['3', '6', '7'])
        expectRecords(
          await post(server, robin, '/api/income/addsource', { trn_id: robin.trn, document_id, source_id: 1 }),
        );
      await setAll(hide('Hide'));
    });
    afterAll(() => setAll({ ...hide('Required'), Visa: 'Optional', have_pet: 'Required' }));

    it.each([
      ["a driver's license", 2, 0],
      ['the back of a license', 13, 0],
      ['a visa', 11, 0],
      ['a proof of the SSN', 4, 1],
      ['a pay stub', 3, 1],
      ['a proof of other income', 7, 1],
      ['a bank statement', 6, 1],
      ['a picture of a pet', 14, 0],
    ])('refuse %s (%i)', async (_, type, source) => {
      const refused = await upload(server, robin, type, { name: 'scan.pdf', content: await samplePdf() }, source);
      expect([refused.statusCode, refused.json().code]).toEqual([422, 'documentHidden']);
      expect(expectRecords(await get(server, robin, `/api/applicant/getiddocumentstatus/${robin.trn}`))).toEqual([]);
    });

    it('refuse pet pictures, supplemental proofs and phone scans of hidden documents', async () => {
      const fields = { trn_id: robin.trn };
      const send = async (url: string, content: Buffer) =>
        (await postMultipart(server, robin, url, multipartBody({ fields, name: 'x.pdf', content }))).json().code;
      expect(await send('/api/contextual/petimage', await sampleJpeg())).toBe('documentHidden');
      await setAll({ proof_of_document: 'Hide' });
      expect(await send('/api/secondary/proof', await samplePdf())).toBe('documentHidden');
      await setAll({ proof_of_document: 'Required' });
      const { id, path } = expectRecords(await post(server, robin, '/api/scan/link', {}));
      const token = new URL(String(path), 'http://x').searchParams.get('token');
      const phone = expectRecords(await post(server, robin, `/api/scan/${id}/open`, { token }));
      const scan = await server.app.inject({
        method: 'POST',
        url: '/api/applicant/mobile_scan_saveonly',
        headers: { authorization: String(phone.token), trn_id: robin.trn },
        payload: { file: 'data:image/jpeg;base64,AAAA', document_id: 2, trn_id: robin.trn },
      });
      expect([scan.statusCode, scan.json().code]).toEqual([422, 'documentHidden']);
    });

    it("accept the documents that aren't hidden", async () => {
      const file = { name: 'passport.jpg', content: await sampleJpeg() };
      expect(expectRecords(await upload(server, robin, 1, file))).toMatchObject({ document_id: 1 });
      expect(
        expectRecords(await upload(server, robin, 5, { name: 'tax.pdf', content: await samplePdf() })),
      ).toMatchObject({
        document_id: 5,
      });
    });

    it("can't be asked by the office either", async () => {
      const places = await listUploadPlaces(server.deps, {
        trn: robin.trn,
        subscriber_id: 'demo',
        home: {},
        is_offered: false,
      });
      expect(places.map(({ document_id }) => document_id)).toEqual([1, 10, 5, 15]);
    });
  });
});
