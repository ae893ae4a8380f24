import { describe, expect, it } from 'vitest';
import { changed, type RuleRow, verdictOf } from '../support/sectionVerdict';

const REGISTRATION_PASSWORD = 'Use 8 or more characters with a mix of letters, numbers & special characters';
const RESET_PASSWORD = 'Use 8 or more characters with a mix of letters, numbers & symbols';

const personal = {
  fname: 'Maya',
  lname: 'Okafor',
  email: 'maya@example.com',
  reEmail: 'maya@example.com',
  mobile: ['15125550123'],
  hearAboutUs: '12',
};

const personalRules: RuleRow[] = [
  { rule: 'takes good answers', errors: {} },
  { rule: 'asks for a first name', change: { fname: undefined }, errors: { fname: 'Required' } },
  { rule: 'asks for a last name', change: { lname: '' }, errors: { lname: 'Required' } },
  {
    rule: 'refuses a name of one letter',
    change: { fname: 'M' },
    errors: { fname: 'minimum 2 characters is required' },
  },
  { rule: 'takes a name of one ideograph', change: { fname: '李' }, errors: {} },
  { rule: 'takes an apostrophe and an accent', change: { fname: 'José', lname: "O'Neil" }, errors: {} },
  { rule: 'takes a name of 60 letters', change: { lname: 'O'.repeat(60) }, errors: {} },
  { rule: 'refuses a leading blank', change: { lname: ' Okafor' }, errors: { lname: 'Enter a valid name' } },
  {
    rule: 'refuses a leading blank in the middle name',
    change: { mname: ' B' },
    errors: { mname: 'Enter a valid name' },
  },
  { rule: 'takes a middle initial', change: { mname: 'B' }, errors: {} },
  { rule: 'asks for a mobile number', change: { mobile: undefined }, errors: { mobile: 'Required' } },
  { rule: 'asks for each number', change: { mobile: [''] }, errors: { 'mobile/0': 'Min 10 digits are required' } },
  {
    rule: 'refuses 10 digits',
    change: { mobile: ['5125550123'] },
    errors: { 'mobile/0': 'Min 10 digits are required' },
  },
  { rule: 'refuses null as text', change: { mobile: ['null'] }, errors: { 'mobile/0': 'Min 10 digits are required' } },
  {
    rule: 'refuses undefined as text',
    change: { mobile: ['1undefined5125550123'] },
    errors: { 'mobile/0': 'Min 10 digits are required' },
  },
  {
    rule: 'refuses the same number twice',
    change: { mobile: ['15125550123', '15125550123'] },
    errors: { mobile: 'You cannot add duplicate phone number' },
  },
  {
    rule: 'refuses a third extra number',
    change: { mobile: ['15125550123', '15125550124', '15125550125', '15125550126'] },
    errors: { mobile: 'You can add at most 2 extra numbers' },
  },
  {
    rule: 'refuses a type without a number and a number without a type',
    change: { other: [{ type: 'Home' }, { number: '15125550199' }] },
    errors: { 'other/0/number': 'Required', 'other/1/type': 'Required' },
  },
  {
    rule: 'takes an e-mail repeated in other capitals',
    change: { email: 'Ana.Lee@Example.com', reEmail: 'ana.lee@example.com' },
    errors: {},
  },
  { rule: 'takes two extra numbers', change: { mobile: ['15125550123', '15125550124', '15125550125'] }, errors: {} },
  {
    rule: 'takes other numbers with their type',
    change: {
      other: [
        { type: 'Home', number: '15125550124' },
        { type: 'Work', number: '15125550125' },
      ],
    },
    errors: {},
  },
  {
    rule: 'counts extra numbers of both kinds together',
    change: {
      mobile: ['15125550123', '15125550124'],
      other: [
        { type: 'Home', number: '15125550125' },
        { type: 'Work', number: '15125550126' },
      ],
    },
    errors: { other: 'You can add at most 2 extra numbers, and each number only once' },
  },
  {
    rule: 'refuses an other number that is the mobile number',
    change: { other: [{ type: 'Home', number: '15125550123' }] },
    errors: { other: 'You can add at most 2 extra numbers, and each number only once' },
  },
  {
    rule: 'asks for the parts of an other number',
    change: { other: [{}] },
    errors: { 'other/0/type': 'Required', 'other/0/number': 'Required' },
  },
  {
    rule: 'knows three types of number',
    change: { other: [{ type: 'Fax', number: '15125550124' }] },
    errors: { 'other/0/type': 'Choose one of the options' },
  },
  {
    rule: 'asks for an e-mail',
    change: { email: '', reEmail: '' },
    errors: { email: 'Required', reEmail: 'Required' },
  },
  {
    rule: 'refuses an e-mail without a domain',
    change: { email: 'maya@', reEmail: 'maya@' },
    errors: { email: 'Invalid email format' },
  },
  {
    rule: 'wants the e-mail twice the same',
    change: { reEmail: 'm@example.com' },
    errors: { reEmail: 'email must match' },
  },
  { rule: 'asks how the applicant heard of us', change: { hearAboutUs: '' }, errors: { hearAboutUs: 'Required' } },
  { rule: 'takes an own answer to that', change: { hearAboutUs: 'A neighbour' }, errors: {} },
  {
    rule: 'refuses an unknown field',
    change: { admin: true },
    errors: { admin: 'This answer is not part of the form' },
  },
];

describe('registration-personal', () => {
  it.each(personalRules)('$rule', ({ change, errors }) => {
    expect(verdictOf('registration-personal', changed(personal, change)).errors).toEqual(errors);
  });
});

const floors = [
  { ID: 1, FloorCode: '1BR', MinimumRent: 0, MaximumRent: 0 },
  { ID: 2, FloorCode: '2BR', MinimumRent: 1800, MaximumRent: 2100 },
];
const plan = { floor: 2, unit: 204, state: 'TX', desiredMoveInDate: '2026-12-01' };

const planRules: RuleRow[] = [
  { rule: 'takes good answers', errors: {} },
  { rule: 'takes no floor and no unit', change: { floor: undefined, unit: undefined }, errors: {} },
  { rule: 'asks for the state', change: { state: undefined }, errors: { state: 'Required' } },
  { rule: 'refuses a state that is none', change: { state: 'ZZ' }, errors: { state: 'Choose a state from the list' } },
  { rule: 'asks for a move-in date', change: { desiredMoveInDate: '' }, errors: { desiredMoveInDate: 'Required' } },
  { rule: 'takes today', change: { desiredMoveInDate: '2026-11-21' }, errors: {} },
  {
    rule: 'refuses yesterday',
    change: { desiredMoveInDate: '2026-11-20' },
    errors: { desiredMoveInDate: 'The date cannot be before today' },
  },
  {
    rule: 'refuses a day that is not in the calendar',
    change: { desiredMoveInDate: '2027-02-30' },
    errors: { desiredMoveInDate: 'This day does not exist. Check the month and the day.' },
  },
  {
    rule: 'refuses a negative rent',
    change: { floor: 1, rent: -1 },
    errors: { rent: 'Enter an amount of $0 or more' },
  },
  {
    rule: 'refuses a third decimal',
    change: { floor: 1, rent: 950.125 },
    errors: { rent: 'Enter at most 2 decimals' },
  },
  { rule: 'takes a rent with two decimals', change: { floor: 1, rent: 1019.99 }, errors: {} },
];

describe('registration-plan', () => {
  it.each(planRules)('$rule', ({ change, errors }) => {
    expect(verdictOf('registration-plan', changed(plan, change), { context: { lists: { floors } } }).errors).toEqual(
      errors,
    );
  });

  it.each([
    [1, 950],
    [2, undefined],
    [undefined, undefined],
  ])('with floor plan %s keeps a desired rent as %s', (floor, kept) => {
    const { answers } = verdictOf(
      'registration-plan',
      { ...plan, floor, rent: 950 },
      { context: { lists: { floors } } },
    );
    expect(answers.rent).toBe(kept);
  });
});

const agent = {
  agent: 'riley-chen',
  address: '12 Elm Street',
  city: 'Austin',
  state: 'TX',
  rent: 1850,
  desiredMoveInDate: '2026-12-01',
};

const agentRules: RuleRow[] = [
  { rule: 'takes good answers', errors: {} },
  {
    rule: 'asks for everything that is needed',
    change: Object.fromEntries(Object.keys(agent).map((name) => [name, undefined])),
    errors: Object.fromEntries(Object.keys(agent).map((name) => [name, 'Required'])),
  },
  {
    rule: 'refuses a leading blank in the address',
    change: { address: ' 12 Elm' },
    errors: { address: 'Enter a valid value' },
  },
  { rule: 'refuses a leading blank in the city', change: { city: ' Austin' }, errors: { city: 'Enter a valid value' } },
  { rule: 'asks for the name of another agent', change: { agent: '0' }, errors: { otherAgentName: 'Required' } },
  { rule: 'takes that name', change: { agent: '0', otherAgentName: 'Sam Ito' }, errors: {} },
  {
    rule: 'refuses a leading blank in that name',
    change: { agent: '0', otherAgentName: ' Sam' },
    errors: { otherAgentName: 'Enter a valid value' },
  },
  {
    rule: 'asks who the co-operating agent is',
    change: { coOperatingAgentStatus: true },
    errors: { coAgentName: 'Required', realEstateAgency: 'Required' },
  },
  { rule: 'does not ask that while the box is empty', change: { coOperatingAgentStatus: false }, errors: {} },
  { rule: 'refuses a bad zip code', change: { zip: '787' }, errors: { zip: 'Please enter valid zip code' } },
  { rule: 'refuses a rent in words', change: { rent: 'much' }, errors: { rent: 'Only Numbers Allowed' } },
];

describe('registration-agent', () => {
  it.each(agentRules)('$rule', ({ change, errors }) => {
    expect(verdictOf('registration-agent', changed(agent, change)).errors).toEqual(errors);
  });
});

const login = { password: 'Sunny-day-7!', reEnterPassword: 'Sunny-day-7!', i_confirm: true };
const taken = { emailTaken: true };

const loginRules: RuleRow[] = [
  { rule: 'takes good answers', errors: {} },
  { rule: 'asks for a username when the e-mail is taken', context: taken, errors: { username: 'Required' } },
  { rule: 'takes a username then', change: { username: 'maya.o' }, context: taken, errors: {} },
  {
    rule: 'refuses a leading blank in the username',
    change: { username: ' maya' },
    context: taken,
    errors: { username: 'Username should not start with whitespace' },
  },
  { rule: 'asks for a password', change: { password: undefined }, errors: { password: 'Required' } },
  { rule: 'asks for it again', change: { reEnterPassword: '' }, errors: { reEnterPassword: 'Required' } },
  {
    rule: 'wants it twice the same',
    change: { reEnterPassword: 'x' },
    errors: { reEnterPassword: 'password must match' },
  },
  {
    rule: 'asks for the confirmation',
    change: { i_confirm: undefined },
    errors: { i_confirm: 'field must be checked' },
  },
  { rule: 'refuses an empty box', change: { i_confirm: false }, errors: { i_confirm: 'field must be checked' } },
];

describe('registration-login', () => {
  it.each(loginRules)('$rule', ({ change, context, errors }) => {
    expect(verdictOf('registration-login', changed(login, change), { context }).errors).toEqual(errors);
  });

  it('drops a username nobody asked for', () => {
    expect(verdictOf('registration-login', { ...login, username: 'maya.o' }).answers).toEqual(login);
  });

  it('leaves the blanks of a password as they are', () => {
    const spaced = { ...login, password: ' Sunny-day-7! ', reEnterPassword: ' Sunny-day-7! ' };
    expect(verdictOf('registration-login', spaced)).toEqual({ answers: spaced, errors: {} });
  });
});

describe.each([
  ['registration-login', { i_confirm: true }, REGISTRATION_PASSWORD],
  ['reset-password', {}, RESET_PASSWORD],
])('the password of %s', (section, rest, message) => {
  it.each(['Sh0rt-!', 'no-upper-7!', 'NO-LOWER-7!', 'No-digits!!', 'NoSymbols77'])('is not %s', (password) => {
    const { errors } = verdictOf(section, { ...rest, password, reEnterPassword: password });
    expect(errors).toEqual({ password: message });
  });

  it('is not longer than 128 characters', () => {
    const password = `Aa1!${'x'.repeat(130)}`;
    const { errors } = verdictOf(section, { ...rest, password, reEnterPassword: password });
    expect(errors.password).toBe('Use at most 128 characters');
  });
});

describe('reset-password', () => {
  it('asks for both passwords', () => {
    expect(verdictOf('reset-password', {}).errors).toEqual({ password: 'Required', reEnterPassword: 'Required' });
  });

  it('wants them the same', () => {
    const { errors } = verdictOf('reset-password', { password: 'Sunny-day-7!', reEnterPassword: 'Sunny-day-8!' });
    expect(errors).toEqual({ reEnterPassword: 'password must match' });
  });
});

describe('login', () => {
  it('asks for both fields', () => {
    expect(verdictOf('login', {}).errors).toEqual({ email: 'Required', password: 'Required' });
  });

  it('takes a username and any password', () => {
    expect(verdictOf('login', { email: 'maya.o', password: 'x' }).errors).toEqual({});
  });
});

describe('forgot-password', () => {
  it.each([
    [{}, { email: 'Required' }],
    [{ email: 'maya' }, { email: 'Invalid email format' }],
    [{ email: 'maya@example.com' }, {}],
  ])('says to %j: %j', (answers, errors) => {
    expect(verdictOf('forgot-password', answers).errors).toEqual(errors);
  });
});
