import { randomBytes } from 'node:crypto';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { sealAnswers } from '../../../../src/server/applications/sealedAnswers';
import { eachApplicant } from '../../../support/eachApplicant';
import {
  answersOf,
  bodyOf,
  completeSteps,
  expectRecords,
  get,
  paymentBody,
  post,
  postStep,
} from '../../../support/fillSteps';
import { postRegistration, registrationBody, type TestApplicant } from '../../../support/serverApplicants';
import { engines, type TestServer } from '../../../support/serverFixture';

const FOREIGN = { $sealed: 'AQ==' };

describe.each(engines)('input that looks sealed on $name', (engine) => {
  let server: TestServer;
  let robin: TestApplicant;
  eachApplicant(engine, (...now) => {
    [server, robin] = now;
  });
  beforeEach(() => vi.restoreAllMocks());

  const put = (section: string, answers: object) =>
    server.app.inject({
      method: 'PUT',
      url: `/api/drafts/${robin.trn}/${section}`,
      headers: robin.headers,
      payload: { answers },
    });
  const stored = async (table: string) =>
    JSON.stringify((await server.deps.db.query(`select * from ${table} where trn = $1`, [robin.trn])).rows);

  it.each([
    ['address', { address: [{ landlord_name: FOREIGN }] }],
    ['ssn', { SSNNumber: FOREIGN }],
    ['applicant-details', { co_occupants: { fields: [FOREIGN] } }],
    ['supplemental', { convicted_for_crime: { explanation: FOREIGN } }],
  ])('is rejected as a draft of %s, and the step still opens', async (section, answers) => {
    expect((await put(section, answers)).json()).toMatchObject({ status: 400, code: 'badRequest' });
    expect(await stored('draft')).not.toContain('$sealed');
    expectRecords(await get(server, robin, `/api/applicant/getidentification/${robin.trn}`));
  });

  it('is rejected by the calls that save answers', async () => {
    const answers = await answersOf(server, robin, 'identification');
    Object.assign(answers['personal-details'] ?? {}, { middle_name: FOREIGN });
    const step = bodyOf(server, robin, 'identification', answers);
    const secondary = { trn_id: robin.trn, version: 0, questions: [{ name: 'x', explanation: FOREIGN }] };
    const payment = { ...(await paymentBody(server, robin)), payment: { cname: FOREIGN } };
    const all = [
      await postStep(server, robin, 'identification', step),
      await postStep(server, robin, 'applicant-details', { ...secondary }),
      await postStep(server, robin, 'income', { ...secondary }),
      await post(server, robin, '/api/secondary/save', secondary),
      await post(server, robin, '/api/desired/address', { city: FOREIGN }),
      await post(server, robin, '/api/payment', payment),
      await post(server, robin, '/api/applicant/licencematch', { document: FOREIGN }),
      await postRegistration(server, registrationBody({ fname: FOREIGN })),
    ];
    expect(all.map(({ statusCode }) => statusCode)).toEqual(all.map(() => 400));
    for (const table of ['draft', 'step_answer', 'application'])
      expect(await stored(table)).not.toContain('$sealed":"AQ');
  });

  it("a stored value that can't be opened counts as unanswered and is logged", async () => {
    await completeSteps(server, robin, 'identification');
    const plant = (path: string) =>
      server.deps.db.query(
        `update step_answer set data = jsonb_set(data, $2, '{"$sealed":"AQ=="}') where trn = $1 and step = 'identification'`,
        [robin.trn, path],
      );
    const read = async () => expectRecords(await get(server, robin, `/api/applicant/getidentification/${robin.trn}`));
    const before = await read();
    await plant('{ssn,SSNNumber}');
    await plant('{address,address,0,landlord_name}');
    const warn = vi.spyOn(server.deps.log, 'warn');
    const after = await read();
    expect(before.ssn_data).toMatchObject({ SSNNumber: expect.stringMatching(/^\*{3}-\*{2}-\d{4}$/) });
    expect(after.ssn_data).not.toHaveProperty('SSNNumber');
    expect(after.applicant).toEqual(before.applicant);
    const fields = warn.mock.calls.map(([what]) => (what as { field: string }).field);
    expect(fields.sort()).toEqual(['address/address/0/landlord_name', 'ssn/SSNNumber']);
    // Unreadable answers must be entered again, so a save without them is refused.
    const answers = await answersOf(server, robin, 'identification');
    delete answers.ssn?.SSNNumber;
    const again = await postStep(server, robin, 'identification', bodyOf(server, robin, 'identification', answers, 1));
    expect(again.json().errors).toMatchObject([{ path: '/ssn_data/SSNNumber' }]);
  });

  it("a draft loses only the field of a value that can't be opened", async () => {
    expectRecords(await put('address', { address: [{ city: 'Austin' }] }));
    await server.deps.db.query(
      `update draft set data = '{"address":[{"city":"Austin","landlord_name":{"$sealed":"AQ=="}}]}' where trn = $1`,
      [robin.trn],
    );
    const draft = expectRecords(await get(server, robin, `/api/drafts/${robin.trn}/address`));
    expect(draft.answers).toEqual({ address: [{ city: 'Austin' }] });
  });
});

it('sealing removes values that look sealed, at any depth', () => {
  const text = { type: 'string' } as const;
  const rows = { type: 'array', items: { type: 'object', properties: { c: text, d: text } } } as const;
  const answers = { a: FOREIGN, b: 'stays', rows: [FOREIGN, { c: FOREIGN, d: 'stays' }] };
  const sealed = sealAnswers(
    { type: 'object', properties: { a: text, b: text, rows } },
    answers,
    randomBytes(32),
    'row',
  );
  expect(sealed).toEqual({ b: 'stays', rows: [{ d: 'stays' }] });
});
