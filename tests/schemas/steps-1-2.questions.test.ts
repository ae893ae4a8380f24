import { describe, expect, it } from 'vitest';
import { checkAnswers, type RuleRow } from '../support/checkAnswers';

const SECTIONS: Record<string, string[]> = {
  'applicant-details': ['anyone_over_18', 'co_occupants', 'is_co_signer'],
  contacts: ['reference', 'emergency_reference'],
  'financial-details': ['renters_insurance', 'eviction_or_nonpayment', 'contingencies', 'filed_for_bankruptcy'],
  'other-details': ['is_student', 'have_vehicle', 'have_pet', 'convicted_for_crime', 'do_you_smoke'],
};
const sectionOf = Object.fromEntries(
  Object.entries(SECTIONS).flatMap(([section, groups]) => groups.map((group) => [group, section])),
);
const LISTS = [
  'anyone_over_18',
  'co_occupants',
  'is_co_signer',
  'reference',
  'emergency_reference',
  'renters_insurance',
  'is_student',
  'have_vehicle',
  'have_pet',
];
const EXPLAINED = ['eviction_or_nonpayment', 'contingencies', 'filed_for_bankruptcy', 'convicted_for_crime'];

describe.each(Object.keys(sectionOf))('%s', (group) => {
  const section = sectionOf[group] ?? '';

  it('can be left unanswered', () => {
    expect(checkAnswers(section, {}).errors).toEqual({});
  });

  it('requires a response if the setting does', () => {
    const { errors } = checkAnswers(section, {}, { settings: { [group]: 'Required' } });
    expect(errors).toEqual({ [`${group}/response`]: 'Response Required' });
  });

  it('accepts No', () => {
    const { errors } = checkAnswers(section, { [group]: { response: 'No' } }, { settings: { [group]: 'Required' } });
    expect(errors).toEqual({});
  });

  it("isn't asked or stored if it's hidden", () => {
    const { answers, errors } = checkAnswers(
      section,
      { [group]: { response: 'Yes' } },
      { settings: { [group]: 'Hide' } },
    );
    expect({ kept: answers[group], errors }).toEqual({ kept: undefined, errors: {} });
  });
});

describe.each(LISTS)('the list of %s', (group) => {
  const section = sectionOf[group] ?? '';

  it('needs a row after Yes', () => {
    const { errors } = checkAnswers(section, { [group]: { response: 'Yes' } });
    expect(errors).toEqual({ [`${group}/fields`]: 'must have atleast 1 records' });
  });

  it("isn't validated or stored after No", () => {
    const { answers, errors } = checkAnswers(section, { [group]: { response: 'No', fields: [{}] } });
    expect({ kept: answers[group], errors }).toEqual({ kept: { response: 'No' }, errors: {} });
  });

  it('has at most 20 rows', () => {
    const fields = Array.from({ length: 21 }, () => ({}));
    expect(checkAnswers(section, { [group]: { response: 'Yes', fields } }).errors[`${group}/fields`]).toBe(
      'You can add up to 20 entries',
    );
  });
});

describe.each(EXPLAINED)('the explanation of %s', (group) => {
  const section = sectionOf[group] ?? '';

  it.each([
    ['', 'Explain your answer'],
    ['x'.repeat(5001), 'Text size exceeds a limit of 5000!'],
  ])('refuses an empty text or a text of 5001 characters (row %#)', (explanation, message) => {
    const { errors } = checkAnswers(section, { [group]: { response: 'Yes', explanation } });
    expect(errors).toEqual({ [`${group}/explanation`]: message });
  });

  it('accepts 5000 characters', () => {
    expect(checkAnswers(section, { [group]: { response: 'Yes', explanation: 'x'.repeat(5000) } }).errors).toEqual({});
  });
});

const person = { first_name: 'Lena', last_name: 'Ruiz', email: 'lena@example.com' };
const known = { ...person, relationship: 'Friend' };
const GOOD: Record<string, Record<string, unknown>> = {
  anyone_over_18: person,
  co_occupants: { first_name: 'Tom', last_name: 'Ruiz', dob: '2015-03-02', relationship: 'Son' },
  is_co_signer: person,
  reference: known,
  emergency_reference: known,
  renters_insurance: {
    insurance_companyName: 'Harbor Mutual',
    policy_number: 'AB_123',
    policy_expirationdate: '2027-01-01',
  },
  is_student: { collegeuniversity_name: 'Lakeside College', anticipatedgraduation_date: '2027-06-01' },
  have_vehicle: {
    vehicle_year: '2019',
    vehicle_make: 'Honda',
    vehicle_model: 'Civic',
    vehicle_color: 'Blue',
    vehicle_licenseplate: 'ABC1234',
  },
  have_pet: { pet_type: 'Dog', pet_breed: 'Beagle' },
};

/** Messages of fields for which the specification doesn't give 'Required'. */
const ASKED: Record<string, string> = {
  email: 'Enter an email',
  dob: 'Enter the date of birth',
  policy_expirationdate: 'Enter the expiration date',
  anticipatedgraduation_date: 'Enter the expected graduation date',
  vehicle_year: 'Enter the year',
  pet_type: 'Enter the type',
  pet_breed: 'Enter the breed',
};

type FieldRow = RuleRow & { group: string };

const required = (group: string, ...names: string[]): FieldRow[] => [
  {
    group,
    rule: 'refuses an entry without the required answers',
    change: Object.fromEntries(names.map((name) => [name, undefined])),
    errors: Object.fromEntries(names.map((name) => [name, ASKED[name] ?? 'Required'])),
  },
];
const refuses = (group: string, name: string, value: unknown, message: string): FieldRow => ({
  group,
  rule: `refuses ${name} ${JSON.stringify(value)}`,
  change: { [name]: value },
  errors: { [name]: message },
});
const takes = (group: string, name: string, value: unknown): FieldRow => ({
  group,
  rule: `accepts ${name} ${JSON.stringify(value)}`,
  change: { [name]: value },
  errors: {},
});

const people = ['anyone_over_18', 'is_co_signer', 'reference', 'emergency_reference'];
const SHORT = 'minimum 2 characters is required';

const rows: FieldRow[] = [
  ...Object.keys(GOOD).map((group): FieldRow => ({ group, rule: 'accepts valid answers', errors: {} })),
  ...people.flatMap((group) => [
    ...required(group, 'first_name', 'last_name', 'email'),
    refuses(group, 'first_name', ' Lena', 'Enter a valid name'),
    refuses(group, 'last_name', ' Ruiz', 'Enter a valid name'),
    refuses(group, 'first_name', 'L', SHORT),
    refuses(group, 'email', 'lena', 'Invalid email format'),
    takes(group, 'mobile', '15125550123'),
    refuses(group, 'mobile', '512', 'The value is not a valid Phone Number'),
  ]),
  ...['reference', 'emergency_reference', 'co_occupants'].flatMap((group) => [
    ...required(group, 'relationship'),
    refuses(group, 'relationship', ' Friend', 'Enter a valid value'),
  ]),
  takes('anyone_over_18', 'financially_responsible', true),
  takes('anyone_over_18', 'is_fixed', true),
  takes('emergency_reference', 'reference_copy_status', true),
  ...required('co_occupants', 'first_name', 'last_name', 'dob'),
  takes('co_occupants', 'dob', '2008-11-22'),
  takes('co_occupants', 'dob', '2026-11-21'),
  refuses('co_occupants', 'dob', '2008-11-21', 'Enter the date of birth of a person under 18'),
  refuses('co_occupants', 'dob', '2026-11-22', 'Enter the date of birth of a person under 18'),
  takes('co_occupants', 'ssn', '9998'),
  refuses('co_occupants', 'ssn', '99a', 'Only Numbers Allowed'),
  refuses('co_occupants', 'ssn', '99989', 'Enter only the last 4 digits'),
  ...required('renters_insurance', 'insurance_companyName', 'policy_expirationdate'),
  refuses('renters_insurance', 'insurance_companyName', ' Harbor', 'Enter a valid value'),
  refuses('renters_insurance', 'policy_number', 'AB-123', 'Only Alphanumeric Allowed'),
  takes('renters_insurance', 'policy_number', undefined),
  takes('renters_insurance', 'policy_expirationdate', '2026-11-21'),
  refuses('renters_insurance', 'policy_expirationdate', '2026-11-20', "The date can't be before today"),
  ...required('is_student', 'collegeuniversity_name', 'anticipatedgraduation_date'),
  refuses('is_student', 'collegeuniversity_name', ' Lakeside', 'Enter a valid value'),
  refuses('is_student', 'anticipatedgraduation_date', '2026-11-21', 'Future date required'),
  takes('is_student', 'anticipatedgraduation_date', '2026-11-22'),
  ...required('have_vehicle', 'vehicle_year', 'vehicle_make', 'vehicle_model', 'vehicle_color', 'vehicle_licenseplate'),
  ...['vehicle_make', 'vehicle_model', 'vehicle_color', 'vehicle_licenseplate'].map((name) =>
    refuses('have_vehicle', name, ' x', 'Enter a valid value'),
  ),
  refuses('have_vehicle', 'vehicle_year', '20a9', 'Only Allowed Numbers'),
  refuses('have_vehicle', 'vehicle_year', '19', 'Please enter valid year'),
  refuses('have_vehicle', 'vehicle_year', '20199', 'Please enter valid year'),
  refuses('have_vehicle', 'vehicle_year', '1899', 'Please enter valid year'),
  takes('have_vehicle', 'vehicle_year', '1900'),
  takes('have_vehicle', 'vehicle_year', '2027'),
  refuses('have_vehicle', 'vehicle_year', '2028', 'Please enter valid year'),
  takes('have_vehicle', 'vehicle_monthlypayment', 210.5),
  refuses('have_vehicle', 'vehicle_monthlypayment', 'abc', 'Only Allowed Numbers'),
  ...required('have_pet', 'pet_type', 'pet_breed'),
  takes('have_pet', 'pet_weight', 12.5),
  refuses('have_pet', 'pet_weight', 'heavy', 'Only Numbers Allowed'),
  takes('have_pet', 'pet_Spayedneutered', 'NO'),
  refuses('have_pet', 'pet_Spayedneutered', 'Maybe', 'Choose one of the options'),
  takes('have_pet', 'service_animal', true),
  takes('have_pet', 'file', 'a/rex.png'),
  takes('have_pet', 'pet_id', 7),
];

describe('an entry of', () => {
  it.each(rows)('$group $rule', ({ group, change, errors }) => {
    const result = checkAnswers(sectionOf[group] ?? '', {
      [group]: { response: 'Yes', fields: [{ ...GOOD[group], ...change }] },
    });
    const expected = Object.entries(errors).map(([name, message]) => [`${group}/fields/0/${name}`, message]);
    expect(result.errors).toEqual(Object.fromEntries(expected));
  });
});

describe('an emergency contact', () => {
  it('drops the name of a reference that is no longer copied', () => {
    const fields = [{ ...known, reference_copy: 'Lena Ruiz' }];
    const { answers } = checkAnswers('contacts', { emergency_reference: { response: 'Yes', fields } });
    expect(answers.emergency_reference).toEqual({ response: 'Yes', fields: [known] });
  });
});
