import { describe, expect, it } from 'vitest';
import { checkAnswers } from '../support/checkAnswers';
import rulesOfRegistrationLogin from './rules/registration-login.json';
import rulesOfRegistrationPlan from './rules/registration-plan.json';

const REGISTRATION_PASSWORD = 'Use 8 or more characters with a mix of letters, numbers & special characters';
const RESET_PASSWORD = 'Use 8 or more characters with a mix of letters, numbers & symbols';

const floors = [
  { ID: 1, FloorCode: '1BR', MinimumRent: 0, MaximumRent: 0 },
  { ID: 2, FloorCode: '2BR', MinimumRent: 1800, MaximumRent: 2100 },
];
const plan = rulesOfRegistrationPlan.good;

describe('registration-plan', () => {
  it.each([
    [1, 950],
    [2, undefined],
    [undefined, undefined],
  ])('with floor plan %s saves the desired rent 950 as %s', (floor, kept) => {
    const { answers } = checkAnswers(
      'registration-plan',
      { ...plan, floor, rent: 950 },
      { context: { lists: { floors } } },
    );
    expect(answers.rent).toBe(kept);
  });
});

const login = rulesOfRegistrationLogin.good;

describe('registration-login', () => {
  it("removes a username that wasn't requested", () => {
    expect(checkAnswers('registration-login', { ...login, username: 'maya.o' }).answers).toEqual(login);
  });

  it('keeps the spaces of a password', () => {
    const spaced = { ...login, password: ' Sunny-day-7! ', reEnterPassword: ' Sunny-day-7! ' };
    expect(checkAnswers('registration-login', spaced)).toEqual({ answers: spaced, errors: {} });
  });
});

describe.each([
  ['registration-login', { i_confirm: true }, REGISTRATION_PASSWORD],
  ['reset-password', {}, RESET_PASSWORD],
])('the password of %s', (section, rest, message) => {
  it.each(['Sh0rt-!', 'no-upper-7!', 'NO-LOWER-7!', 'No-digits!!', 'NoSymbols77'])("can't be %s", (password) => {
    const { errors } = checkAnswers(section, { ...rest, password, reEnterPassword: password });
    expect(errors).toEqual({ password: message });
  });

  it("can't be longer than 128 characters", () => {
    const password = `Aa1!${'x'.repeat(130)}`;
    const { errors } = checkAnswers(section, { ...rest, password, reEnterPassword: password });
    expect(errors.password).toBe('Use up to 128 characters');
  });
});

describe('reset-password', () => {
  it('requires both passwords', () => {
    expect(checkAnswers('reset-password', {}).errors).toEqual({ password: 'Required', reEnterPassword: 'Required' });
  });

  it('requires the passwords to match', () => {
    const { errors } = checkAnswers('reset-password', { password: 'Sunny-day-7!', reEnterPassword: 'Sunny-day-8!' });
    expect(errors).toEqual({ reEnterPassword: 'password must match' });
  });
});

describe('login', () => {
  it('requires both fields', () => {
    expect(checkAnswers('login', {}).errors).toEqual({ email: 'Required', password: 'Required' });
  });

  it('accepts a username and any password', () => {
    expect(checkAnswers('login', { email: 'maya.o', password: 'x' }).errors).toEqual({});
  });
});

describe('forgot-password', () => {
  it.each([
    [{}, { email: 'Required' }],
    [{ email: 'maya' }, { email: 'Invalid email format' }],
    [{ email: 'maya@example.com' }, {}],
  ])('for %j returns %j', (answers, errors) => {
    expect(checkAnswers('forgot-password', answers).errors).toEqual(errors);
  });
});
