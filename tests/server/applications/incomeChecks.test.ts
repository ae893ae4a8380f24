import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import persona from '../../../schemas/personas/robin-hale.json';
import type { IncomeChecks, ValidationMessage } from '../../../src/model/income/checks/documentChecks';
import { checkedUnder } from '../../../src/server/applications/steps/formsUsed';
import { enqueue } from '../../../src/server/platform/jobs/jobRepository';
import { drawSheet } from '../../sampleDocuments/drawSheet';
import { recentStatements, recentStubs } from '../../sampleDocuments/recentDocuments';
import { text, title } from '../../sampleDocuments/sheet';
import { bodyOf, expectRecords, get, post, postStep } from '../../support/fillSteps';
import { upload } from '../../support/multipart';
import { registerApplicant, type TestApplicant } from '../../support/serverApplicants';
import { createTestServer, engines, type TestServer } from '../../support/serverFixture';

const LONG_AGO = { from: '2026-01-04', to: '2026-01-17', payDate: '2026-01-22' };

describe.each(engines)('income checks on $name', { timeout: 60_000 }, (engine) => {
  let server: TestServer;
  let robin: TestApplicant;
  let stubs: Buffer;
  beforeAll(async () => {
    [server, stubs] = await Promise.all([createTestServer(engine), recentStubs()]);
  });
  beforeEach(async () => {
    server.advance(1201);
    robin = await registerApplicant(server);
  });
  afterAll(() => server.close());

  const addSource = async (type: number) =>
    Number(
      expectRecords(await post(server, robin, '/api/income/addsource', { trn_id: robin.trn, document_id: type })).id,
    );
  const stored = async (type: number, content: Buffer) =>
    expectRecords(await upload(server, robin, type, { name: 'document.pdf', content }, 1));
  const put = async (type: number, content: Buffer) => Number((await stored(type, content)).id);
  const stranger = () => {
    server.advance(1201);
    return registerApplicant(server);
  };
  const checks = async () =>
    expectRecords(await get(server, robin, `/api/income/checks/${robin.trn}`)) as unknown as IncomeChecks;
  const messages = async (type = 3) => (await checks()).validation_messages[type]?.source_1?.applicant ?? [];
  const failed = (all: ValidationMessage[]) =>
    all.filter(({ outcome }) => outcome === 'failed').map(({ rule }) => rule);
  const answerTo = (id: number, answer: string, applicant = robin) =>
    post(server, applicant, '/api/income/checkanswer', { trn_id: applicant.trn, id, answer });

  it('count documents being read, survive a killed process, then pass good documents', async () => {
    await addSource(3);
    await addSource(6);
    const id = await put(3, stubs);
    await put(6, await recentStatements(2));
    // Simulates a process that died while it ran the job. The next process repeats part of it.
    const { db } = server.deps;
    await db.query("update job set attempts = 1, run_at = now() + interval '60 seconds' where kind = 'read-document'");
    await server.drain();
    expect(await checks()).toMatchObject({ reading: 2, validation_messages: {}, monthly_avr_gross: { 1: null } });
    await db.query("update job set run_at = now() where kind = 'read-document'");
    await enqueue(db, 'read-document', { trn: robin.trn, id });
    await server.drain();
    const after = await checks();
    expect(after).toMatchObject({ reading: 0, monthly_avr_gross: { 1: 4333.33 } });
    expect(after.coverage['3']?.source_1).toMatchObject({ unit: 'week', needed: Array(4).fill({ covered: true }) });
    expect(after.coverage['6']?.source_1).toMatchObject({ unit: 'month', needed: Array(2).fill({ covered: true }) });
    const all = [...(await messages(3)), ...(await messages(6))];
    expect(all.filter(({ outcome }) => outcome !== 'passed')).toEqual([]);
    expect(new Set(all.map(({ rule, document }) => `${rule} ${document}`)).size).toBe(all.length);
    expect(all.find(({ rule }) => rule === 'name')).toMatchObject({
      message: 'The document is in your name: Robin J Hale.',
      expected: 'Robin Hale',
      isDeleted: false,
      answer: null,
      document: id,
    });
  });

  it("report a duplicate, another name and an old stub in the reader's language until the file is deleted", async () => {
    await addSource(3);
    await put(3, stubs);
    const again = await put(3, stubs);
    const other = await put(3, await recentStubs({ ...LONG_AGO, employee: 'Alma Vega' }));
    await server.drain();
    const all = await messages();
    const ofFile = (document: number | null) => failed(all.filter((one) => one.document === document));
    expect(ofFile(again)).toEqual(['duplicate']);
    // Sorted by severity.
    expect(ofFile(other)).toEqual(['name', 'age']);
    expect(all.find(({ rule, document }) => rule === 'duplicate' && document === again)?.message).toBe(
      'Duplicate Payslip',
    );
    const details = expectRecords(await get(server, robin, `/api/income/getdetails/${robin.trn}`));
    expect((details.documents as { is_Duplicate: number }[]).map((one) => one.is_Duplicate)).toEqual([0, 1, 0]);
    expect(details.validation_messages).toEqual((await checks()).validation_messages);
    const inSpanish = expectRecords(
      await get(server, robin, `/api/income/checks/${robin.trn}?lang=es`),
    ) as unknown as IncomeChecks;
    expect(inSpanish.validation_messages['3']?.source_1?.applicant.find(({ rule }) => rule === 'age')?.message).toMatch(
      /del talón de pago .*: \d{1,2} \w{3,4} \d{4} a /,
    );

    const remove = (id: number) =>
      server.app.inject({ method: 'DELETE', url: `/api/applicant/deletedocument/${id}`, headers: robin.headers });
    await remove(again);
    const left = await messages();
    expect(left.filter(({ document }) => document === again).every(({ isDeleted }) => isDeleted)).toBe(true);
    const isDeletedAll = (found: ValidationMessage[]) =>
      found.filter(({ document }) => document === other).map(({ isDeleted }) => isDeleted);
    expect(isDeletedAll(left)).toContain(false);
    // After submission the office keeps the file. The applicant and the checks no longer see it.
    await server.deps.db.query('update application set submitted_at = now() where trn = $1', [robin.trn]);
    expectRecords(await remove(other));
    expect(isDeletedAll(await messages())).not.toContain(false);
    const last = expectRecords(await get(server, robin, `/api/income/getdetails/${robin.trn}`));
    expect((last.documents as { id: number }[]).map(({ id }) => id)).not.toContain(other);
  });

  it("accept the applicant's answer to a failed check until submission, and store it encrypted", async () => {
    await addSource(3);
    await put(3, await recentStubs({ employee: 'Alma Vega' }));
    await server.drain();
    const idOf = async (rule: string) => (await messages()).find((one) => one.rule === rule)?.id ?? 0;
    const [name, readable] = [await idOf('name'), await idOf('readable')];
    const words = 'Vega is the name I was born with.';
    expect(expectRecords(await answerTo(name, words))).toMatchObject({ id: name, answer: words, outcome: 'failed' });
    expect((await messages()).find(({ id }) => id === name)?.answer).toBe(words);
    expect((await answerTo(readable, words)).statusCode).toBe(404);
    expect((await answerTo(name, ' ')).statusCode).toBe(422);
    expect((await answerTo(name, 'x'.repeat(1001))).statusCode).toBe(422);
    const { rows } = await server.deps.db.query<{ sealed: Buffer }>(
      `select sealed from document_reading union all select sealed from income_check
       union all select answer from income_check where answer is not null`,
    );
    expect(rows.length).toBeGreaterThan(5);
    expect(rows.map(({ sealed }) => sealed.toString('latin1')).join(' ')).not.toMatch(/Vega|born|Bluebonnet|2000/);
    await server.deps.db.query('update application set submitted_at = now() where trn = $1', [robin.trn]);
    expect((await answerTo(name, 'Too late.')).json()).toMatchObject({ status: 409, success: false });
    // A document that is uploaded later can be explained once.
    const again = await put(3, await recentStubs({ employee: 'Dana Whitlock' }));
    await server.drain();
    const late = (await messages()).find(({ rule, document }) => rule === 'name' && document === again)?.id ?? 0;
    expect(expectRecords(await answerTo(late, words))).toMatchObject({ id: late, answer: words });
    expect((await answerTo(late, 'Changed.')).statusCode).toBe(409);
    expect((await answerTo(name, words, await stranger())).statusCode).toBe(404);
  });

  const OFFER = [
    title('OFFER OF EMPLOYMENT'),
    text('Dear Robin J Hale,'),
    text('We are pleased to offer you the position of Analyst with Bluebonnet Books.'),
    text('Your start date is the first of next month. Your annual salary will be $52,000.00.'),
    text('This offer is contingent upon a background check and proof of your right to work.'),
    text('Please sign and return this letter to accept the offer.'),
  ];
  const offerLetter = () => drawSheet({ producer: 'Microsoft Word', pages: [OFFER] });
  const outcomes = async () =>
    (await messages()).filter(({ rule, isDeleted }) => rule === 'class' && !isDeleted).map(({ outcome }) => outcome);

  it('accept an offer letter only while the draft says newly employed', async () => {
    await addSource(3);
    await put(3, await offerLetter());
    await server.drain();
    const tick = async (allowOfferLetter: boolean) => {
      const answers = { response: 'Yes', employer: [{ id: 1, allowOfferLetter }] };
      const url = `/api/drafts/${robin.trn}/employers`;
      expectRecords(await server.app.inject({ method: 'PUT', url, headers: robin.headers, payload: { answers } }));
    };
    expect(await outcomes()).toEqual(['failed']);
    await tick(true);
    expect(await outcomes()).toEqual(['passed']);
    await tick(false);
    expect(await outcomes()).toEqual(['failed']);
  });

  it('accept an offer letter after submission once its box is checked', async () => {
    await addSource(3);
    await put(3, await offerLetter());
    await server.drain();
    await server.deps.db.query('update application set submitted_at = now() where trn = $1', [robin.trn]);
    const tick = (allowOfferLetter: unknown, applicant = robin, source_id: unknown = 1) =>
      post(server, applicant, '/api/income/offerletter', {
        trn_id: applicant.trn,
        document_id: '3',
        source_id,
        allowOfferLetter,
      });
    expect(await outcomes()).toEqual(['failed']);
    expectRecords(await tick(true));
    expect(await outcomes()).toEqual(['passed']);
    const details = expectRecords(await get(server, robin, `/api/income/getdetails/${robin.trn}`));
    expect(details.sources).toEqual([{ document_id: 3, source_id: 1, allow_offer_letter: true, can_be_new: false }]);
    expectRecords(await tick(false));
    expect(await outcomes()).toEqual(['failed']);
    expect((await tick('perhaps')).statusCode).toBe(422);
    expect((await tick(true, robin, 2)).statusCode).toBe(404);
    expect((await tick(true, await stranger())).statusCode).toBe(404);
  });

  /** Makes step 3 available. Returns a function that saves it with one employer, changed by `changes` and `typed`. */
  async function openIncome(changes: object) {
    // Steps that were checked under these forms aren't reopened for their missing answers.
    const checked = checkedUnder(server.deps.forms, await server.deps.forms.getSubscriberSettings('demo'));
    await server.deps.db.query(
      `insert into step_answer (trn, step, data, version, complete, schema_hash, saved_at, checked)
       select $1, step, '{}', 1, true, '', now(), $2 from unnest(array['identification', 'applicant-details']) step`,
      [robin.trn, checked],
    );
    const [employer] = persona.flows.application.income.employers.employer;
    const row = { ...employer, ...changes };
    return (version: number, typed: object) => {
      const employers = { response: 'Yes', employer: [{ ...row, ...typed }] };
      const answers = {
        employers,
        'other-income': { response: 'No' },
        banking: { response: 'No' },
        'other-documents': {},
      };
      return postStep(server, robin, 'income', bodyOf(server, robin, 'income', answers, version));
    };
  }
  const savedEmployer = async () => {
    const details = expectRecords(await get(server, robin, `/api/income/getdetails/${robin.trn}`));
    return (details.employment_details as { employer: Record<string, unknown>[] }).employer[0];
  };
  const unverified = { status: 422, errors: [{ path: '/employment_details/employer/0/gross_pay_verify' }] };

  it('say for which job the section would show the box for a new job', async () => {
    const id = await addSource(3);
    const save = await openIncome({ id, files: undefined, availableToUpload: 'No', no_doc_reason: 'later' });
    const source = async () => {
      const details = expectRecords(await get(server, robin, `/api/income/getdetails/${robin.trn}`));
      return (details.sources as object[])[0];
    };
    const allow = (allowOfferLetter: boolean) =>
      post(server, robin, '/api/income/offerletter', {
        trn_id: robin.trn,
        document_id: '3',
        source_id: id,
        allowOfferLetter,
      });
    const today = server.deps.clock().toISOString().slice(0, 10);
    expectRecords(await save(0, { employment_start_date: '2022-02-14' }));
    expect(await source()).toMatchObject({ can_be_new: false });
    expectRecords(await allow(true));
    expect(await source()).toMatchObject({ allow_offer_letter: true, can_be_new: true });
    expectRecords(await allow(false));
    expectRecords(await save(1, { employment_start_date: today }));
    expect(await source()).toMatchObject({ can_be_new: true });
  });

  it('remove a verification with its document', async () => {
    const id = await addSource(3);
    const first = await stored(3, await recentStubs({ gross: 2100 }));
    const save = await openIncome({ id, files: [first.blob_path] });
    await server.drain();
    expectRecords(await save(0, { gross_pay_verify: true, monthly_avr_gross: 4550 }));
    expect(await savedEmployer()).toMatchObject({ gross_pay_verify: true, monthly_avr_gross: 4550 });

    const remove = async ({ id: document }: Record<string, unknown>) => {
      const url = `/api/applicant/deletedocument/${document}`;
      expectRecords(await server.app.inject({ method: 'DELETE', url, headers: robin.headers }));
    };
    await remove(first);
    expect(await savedEmployer()).not.toHaveProperty('gross_pay_verify');
    const twin = await stored(3, await recentStubs({ gross: 2100, employee: 'Robin Hale' }));
    await server.drain();
    expect(await savedEmployer()).toMatchObject({ monthly_avr_gross: 4550 });
    expect(await savedEmployer()).not.toHaveProperty('gross_pay_verify');
    await remove(twin);
    const second = await stored(3, await recentStubs({ gross: 2200 }));
    await server.drain();
    expect(await savedEmployer()).toMatchObject({ monthly_avr_gross: 4766.67 });
    expect(await savedEmployer()).not.toHaveProperty('gross_pay_verify');
    const files = [second.blob_path];
    expect((await save(1, { files })).json()).toMatchObject(unverified);
    // Sent by a page that shows the first file's result.
    expect((await save(1, { files, gross_pay_verify: true, monthly_avr_gross: 4550 })).json()).toMatchObject(
      unverified,
    );
    expectRecords(await save(1, { files, gross_pay_verify: true, monthly_avr_gross: 4766.67 }));
    expect(await savedEmployer()).toMatchObject({ gross_pay_verify: true, monthly_avr_gross: 4766.67 });
  });

  it('reject a save while gross pay differs from the documents and no amount is chosen', async () => {
    const id = await addSource(3);
    const { blob_path } = await stored(3, await recentStubs({ gross: 2100 }));
    const save = await openIncome({ id, files: [blob_path] });
    await server.drain();
    expect((await save(0, {})).json()).toMatchObject(unverified);
    expectRecords(await save(0, { gross_pay_verify: true }));
    const details = expectRecords(await get(server, robin, `/api/income/getdetails/${robin.trn}`));
    expect(details.employment_details).toMatchObject({ employer: [{ monthly_avr_gross: 4550, avrgross_pay: 2000 }] });
    const figures = { id: 1, fileCount: 1, total_income: 4333.33, total_annual_income: 52_000 };
    expect(details.figures).toEqual({
      employment_details: { employerCount: 1, employer: [{ ...figures, validation_message_status: true }] },
      other_income_details: { employerCount: 0, otherincome: [] },
      banking_details: { banking: [] },
    });
    expect((await messages()).find(({ rule }) => rule === 'gross')).toMatchObject({
      outcome: 'failed',
      expected: '$4,333.33',
      found: '$4,550.00',
    });
  });
});
