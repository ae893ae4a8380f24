import { beforeAll, describe, expect, it } from 'vitest';
import type { StepAnswers } from '../../../../src/model/answers/stepBody';
import { answersOf, bodyOf, completeSteps, expectRecords, postStep, type SavedStep } from '../../../support/fillSteps';
import { openServer } from '../../../support/openServer';
import { registerApplicant, type TestApplicant } from '../../../support/serverApplicants';

const server = await openServer();

const save = (who: TestApplicant, step: SavedStep, answers: StepAnswers, version: number) =>
  postStep(server, who, step, bodyOf(server, who, step, answers, version));

describe('a fixed entry', () => {
  const luz = { first_name: 'Luz', last_name: 'Hale', email: 'luz.hale@example.com' };
  const ben = { first_name: 'Ben', last_name: 'Hale', email: 'ben.hale@example.com' };
  const fixed = { ...luz, is_fixed: true, is_submitted: true };
  let robin: TestApplicant;
  let answers: StepAnswers;
  let version = 0;

  /** Saves step 2 with these people over 18. */
  const saveWith = (fields: unknown[], response = 'Yes') => {
    const people = fields.length ? { response, fields } : { response };
    const section = { ...answers['applicant-details'], anyone_over_18: people };
    return save(robin, 'applicant-details', { ...answers, 'applicant-details': section }, version);
  };

  beforeAll(async () => {
    robin = await registerApplicant(server);
    await completeSteps(server, robin, 'identification');
    answers = await answersOf(server, robin, 'applicant-details');
    version = Number(expectRecords(await saveWith([luz, ben])).version);
    // Applicants can't mark an entry as fixed, so this writes the row directly.
    await server.deps.db.query(
      `update step_answer set data = jsonb_set(data, '{applicant-details,anyone_over_18,fields,0}', $2) where trn = $1 and step = 'applicant-details'`,
      [robin.trn, JSON.stringify(fixed)],
    );
  });

  it.each([
    { what: 'without it', fields: [ben] },
    { what: 'with another email address in it', fields: [{ ...fixed, email: 'other@example.com' }, ben] },
    { what: 'that answers No', fields: [], response: 'No' },
  ])('refuses a save $what', async ({ fields, response }) => {
    const refused = await saveWith(fields, response);
    expect(refused.statusCode).toBe(422);
    expect(refused.json().errors).toContainEqual({
      path: '/questions/0/fields',
      section: 'applicant-details',
      field: '/anyone_over_18/fields',
      message: "You can't change or delete this entry. Reload the page.",
    });
  });

  it('a fixed row stays fixed when a save changes its flag, and other rows can be removed', async () => {
    expectRecords(await saveWith([{ ...luz, is_fixed: false }]));
    const { rows } = await server.deps.db.query(
      `select data->'applicant-details'->'anyone_over_18'->'fields' as fields from step_answer where trn = $1 and step = 'applicant-details'`,
      [robin.trn],
    );
    expect(rows).toEqual([{ fields: [fixed] }]);
  });
});

describe('the current address', () => {
  it.each([
    { what: 'without a current address', now: [false, false] },
    { what: 'whose second address is the current one', now: [false, true] },
    { what: 'with two current addresses', now: [true, true] },
  ])('refuses a save $what', async ({ now }) => {
    const robin = await registerApplicant(server);
    const answers = await answersOf(server, robin, 'identification');
    const history = answers.address?.address as object[];
    const rows = history.map((row, n) => ({ ...row, is_current_address: now[n] }));
    const refused = await save(robin, 'identification', { ...answers, address: { address: rows } }, 0);
    expect(refused.statusCode).toBe(422);
    expect(refused.json().errors).toContainEqual({
      path: '/address',
      section: 'address',
      field: '/address',
      message: 'List your current address first, and only once',
    });
    server.advance(1201);
  });
});
