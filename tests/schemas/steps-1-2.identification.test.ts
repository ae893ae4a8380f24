import { describe, expect, it } from 'vitest';
import { changed, type RuleRow, verdictOf } from '../support/sectionVerdict';

const personal = {
  first_name: 'Maya',
  last_name: 'Okafor',
  Email: 'maya@example.com',
  mobile: [{ number: '15125550123' }],
  DOB: '1994-05-17',
  alias_status: 'No',
};

const numbers = (...list: string[]) => ({ mobile: list.map((number) => ({ number })) });

const personalRules: RuleRow[] = [
  { rule: 'takes good answers', errors: {} },
  {
    rule: 'asks for the names and the date of birth',
    change: { first_name: '', last_name: '', DOB: '' },
    errors: { first_name: 'Required', last_name: 'Required', DOB: 'Required' },
  },
  {
    rule: 'refuses names of one letter',
    change: { first_name: 'M', last_name: 'O' },
    errors: { first_name: 'minimum 2 characters is required', last_name: 'minimum 2 characters is required' },
  },
  {
    rule: 'refuses leading blanks in names',
    change: { first_name: ' Maya', last_name: '\tOkafor' },
    errors: { first_name: 'Enter a valid value', last_name: 'Enter a valid value' },
  },
  { rule: 'asks for a mobile number', change: { mobile: [] }, errors: { mobile: 'must have atleast 1 records' } },
  {
    rule: 'refuses another phone type without its number',
    change: { otherPhoneCaption: 'Home' },
    errors: { otherPhoneNumber: 'Invalid phone number' },
  },
  {
    rule: 'refuses another number without its type',
    change: { otherPhoneNumber: '15125550199' },
    errors: { otherPhoneCaption: 'Required' },
  },
  { rule: 'asks for each number', change: numbers(''), errors: { 'mobile/0/number': 'Invalid phone number' } },
  {
    rule: 'refuses 10 digits',
    change: numbers('5125550123'),
    errors: { 'mobile/0/number': 'The value is not a valid Phone Number' },
  },
  {
    rule: 'refuses letters in a number',
    change: numbers('1512555CALL'),
    errors: { 'mobile/0/number': 'The value is not a valid Phone Number' },
  },
  {
    rule: 'refuses the same number twice',
    change: numbers('15125550123', '15125550123'),
    errors: { mobile: 'You cannot add duplicate phone number' },
  },
  {
    rule: 'refuses a third extra number',
    change: numbers('15125550123', '15125550124', '15125550125', '15125550126'),
    errors: { mobile: 'You can add at most 2 extra numbers' },
  },
  {
    rule: 'knows three types of other phone',
    change: { otherPhoneCaption: 'Fax', otherPhoneNumber: '15125550199' },
    errors: { otherPhoneCaption: 'Choose one of the options' },
  },
  {
    rule: 'refuses a short other number',
    change: { otherPhoneCaption: 'Home', otherPhoneNumber: '512' },
    errors: { otherPhoneNumber: 'The value is not a valid Phone Number' },
  },
  { rule: 'takes 18 today', change: { DOB: '2008-11-21' }, errors: {} },
  {
    rule: 'refuses 18 tomorrow',
    change: { DOB: '2008-11-22' },
    errors: { DOB: 'You must be between 18 and 99 years old' },
  },
  { rule: 'takes 99', change: { DOB: '1926-11-22' }, errors: {} },
  { rule: 'refuses 100', change: { DOB: '1926-11-21' }, errors: { DOB: 'You must be between 18 and 99 years old' } },
  {
    rule: 'refuses 31 June',
    change: { DOB: '1990-06-31' },
    errors: { DOB: 'This day does not exist. Check the month and the day.' },
  },
  {
    rule: 'asks for another name after Yes',
    change: { alias_status: 'Yes' },
    errors: { Alias: 'must have atleast 1 records' },
  },
  {
    rule: 'asks for both parts of another name',
    change: { alias_status: 'Yes', Alias: [{}] },
    errors: { 'Alias/0/fname': 'Required', 'Alias/0/lname': 'Required' },
  },
  { rule: 'takes another name', change: { alias_status: 'Yes', Alias: [{ fname: 'May', lname: 'Ade' }] }, errors: {} },
];

describe('personal-details', () => {
  it.each(personalRules)('$rule', ({ change, errors }) => {
    expect(verdictOf('personal-details', changed(personal, change)).errors).toEqual(errors);
  });

  it('drops other names after No', () => {
    const answers = { ...personal, Alias: [{ fname: 'May', lname: 'Ade' }] };
    expect(verdictOf('personal-details', answers).answers).toEqual(personal);
  });
});

const identity = { availableToUpload_id: 'Yes', documenttype_id: 2, file: 'a/front.png', backfile: 'a/back.png' };
const refused = { ...identity, availableToUpload_id: 'No' };
const DOCUMENTS = ['USDriversLicense', 'Passport', 'PermanentResidentID', 'Visa'];
const allHidden = Object.fromEntries(DOCUMENTS.map((name) => [name, 'Hide' as const]));

const identityRules: RuleRow[] = [
  { rule: 'takes good answers', errors: {} },
  { rule: 'asks nothing where no document is required', change: { availableToUpload_id: undefined }, errors: {} },
  ...DOCUMENTS.map(
    (name): RuleRow => ({
      rule: `asks whether there is one where ${name} is required`,
      change: { availableToUpload_id: undefined },
      settings: { [name]: 'Required' },
      errors: { availableToUpload_id: 'Required' },
    }),
  ),
  {
    rule: 'asks for the document and its front after Yes',
    change: { documenttype_id: undefined, file: undefined, backfile: undefined },
    errors: { documenttype_id: 'Required', file: 'front file required' },
  },
  {
    rule: 'asks for the back of a license',
    change: { backfile: undefined },
    errors: { backfile: 'Please upload back file' },
  },
  { rule: 'asks for no back of a passport', change: { documenttype_id: 1, backfile: undefined }, errors: {} },
  {
    rule: 'refuses a document that is hidden',
    settings: { USDriversLicense: 'Hide' },
    errors: { documenttype_id: 'Choose one of the options' },
  },
  {
    rule: 'refuses a document type that is none',
    change: { documenttype_id: 13 },
    errors: { documenttype_id: 'Choose one of the options' },
  },
  { rule: 'asks for a reason after No', change: refused, errors: { no_doc_reason: 'Required' } },
  { rule: 'takes a reason', change: { ...refused, no_doc_reason: 'later' }, errors: {} },
  {
    rule: 'asks which other reason',
    change: { ...refused, no_doc_reason: 'other' },
    errors: { other_reason: 'Required' },
  },
  {
    rule: 'takes the other reason',
    change: { ...refused, no_doc_reason: 'other', other_reason: 'It is being renewed' },
    errors: {},
  },
];

describe('proof-of-identity', () => {
  it.each(identityRules)('$rule', ({ change, errors, settings }) => {
    expect(verdictOf('proof-of-identity', changed(identity, change), { settings }).errors).toEqual(errors);
  });

  it('keeps no file after No', () => {
    const answers = { ...refused, no_doc_reason: 'none', other_reason: 'x' };
    expect(verdictOf('proof-of-identity', answers).answers).toEqual({
      availableToUpload_id: 'No',
      no_doc_reason: 'none',
    });
  });

  it('keeps no back of a passport', () => {
    expect(verdictOf('proof-of-identity', { ...identity, documenttype_id: 1 }).answers).not.toHaveProperty('backfile');
  });

  it('asks nothing where every document is hidden', () => {
    expect(verdictOf('proof-of-identity', identity, { settings: allHidden })).toEqual({ answers: {}, errors: {} });
  });
});

const current = {
  ID: 0,
  is_current_address: true,
  street_address: '12 Elm Street',
  city: 'Austin',
  state: 'TX',
  zipcode: '78701',
};
const former = { ...current, is_current_address: false };
const homes = { address: [current, former] };
const rented = { 'address/0/property_type': 1, 'address/0/current_rent': 1500, 'address/0/landlord_name': 'Lee Park' };
const ZIP = 'Please enter valid zip code';

const addressRules: RuleRow[] = [
  { rule: 'takes good answers', errors: {} },
  { rule: 'asks for an address', change: { address: [] }, errors: { address: 'must have atleast 1 records' } },
  {
    rule: 'asks for the parts of an address',
    change: { 'address/0': { is_current_address: true } },
    errors: {
      'address/0/street_address': 'Required',
      'address/0/city': 'Required',
      'address/0/state': 'Required',
      'address/0/zipcode': ZIP,
    },
  },
  {
    rule: 'refuses a city of one letter',
    change: { 'address/1/city': 'A' },
    errors: { 'address/1/city': 'minimum 2 characters is required' },
  },
  ...['78701', '787011234', '78701-1234'].map(
    (zipcode): RuleRow => ({ rule: `takes zip code ${zipcode}`, change: { 'address/0/zipcode': zipcode }, errors: {} }),
  ),
  ...['7870', '787012', '78701-12', 'ABCDE', '78701 1234'].map(
    (zipcode): RuleRow => ({
      rule: `refuses zip code ${zipcode}`,
      change: { 'address/0/zipcode': zipcode },
      errors: { 'address/0/zipcode': ZIP },
    }),
  ),
  {
    rule: 'asks when the applicant moved into the current home where MoveInDate is required',
    settings: { MoveInDate: 'Required' },
    errors: { 'address/0/move_in_date': 'Required' },
  },
  {
    rule: 'asks when the applicant left a former home where IfPreviousMoveOutDate is required',
    settings: { IfPreviousMoveOutDate: 'Required' },
    errors: { 'address/1/move_out_date': 'Required' },
  },
  {
    rule: 'refuses a move-out before the move-in',
    change: { 'address/1/move_in_date': '2024-05-02', 'address/1/move_out_date': '2024-05-01' },
    errors: { 'address/1/move_out_date': 'the date must be greater than the move-in date' },
  },
  {
    rule: 'takes a move-out on the day of the move-in',
    change: { 'address/1/move_in_date': '2024-05-01', 'address/1/move_out_date': '2024-05-01' },
    errors: {},
  },
  {
    rule: 'refuses dates in the future',
    change: { 'address/1/move_in_date': '2026-11-22', 'address/1/move_out_date': '2026-11-22' },
    errors: {
      'address/1/move_in_date': 'The date cannot be in the future',
      'address/1/move_out_date': 'The date cannot be in the future',
    },
  },
  {
    rule: 'asks for the reason where ReasonforMoving is required',
    change: { 'address/1/reason': 'Too small' },
    settings: { ReasonforMoving: 'Required' },
    errors: { 'address/0/reason': 'Reason is required' },
  },
  {
    rule: 'refuses a reason of 501 characters',
    change: { 'address/0/reason': 'x'.repeat(501) },
    errors: { 'address/0/reason': 'maximum 500 characters is required' },
  },
  {
    rule: 'asks a tenant for rent and landlord',
    change: { 'address/0/property_type': 1 },
    errors: { 'address/0/current_rent': 'Required', 'address/0/landlord_name': 'Required' },
  },
  { rule: 'takes rent and landlord', change: rented, errors: {} },
  {
    rule: 'takes a company as landlord',
    change: { ...rented, 'address/0/landlord_name': 'Apartments.com' },
    errors: {},
  },
  {
    rule: 'refuses a landlord with hidden characters',
    change: { ...rented, 'address/0/landlord_name': 'Lee\u202ePark' },
    errors: { 'address/0/landlord_name': 'Enter a name without hidden characters' },
  },
  {
    rule: 'refuses a landlord of one letter',
    change: { ...rented, 'address/0/landlord_name': 'L' },
    errors: { 'address/0/landlord_name': 'minimum 2 characters is required' },
  },
  {
    rule: 'refuses a rent in words',
    change: { ...rented, 'address/0/current_rent': 'abc' },
    errors: { 'address/0/current_rent': 'Only Numbers Allowed' },
  },
  {
    rule: 'asks for the landlord number where LandlordTelephone is required',
    change: rented,
    settings: { LandlordTelephone: 'Required' },
    errors: { 'address/0/landlord_number': 'Required' },
  },
  {
    rule: 'does not ask an owner for it',
    change: { 'address/0/property_type': 3 },
    settings: { LandlordTelephone: 'Required' },
    errors: {},
  },
  {
    rule: 'refuses a landlord number of 10 digits',
    change: { ...rented, 'address/0/landlord_number': '5125550123' },
    errors: { 'address/0/landlord_number': 'The value is not a valid Phone Number' },
  },
  {
    rule: 'asks an owner for mortgage and company',
    change: { 'address/0/property_type': 2 },
    errors: { 'address/0/mortgage_rent': 'Required', 'address/0/mortgage_company': 'Required' },
  },
  {
    rule: 'refuses a mortgage in words',
    change: {
      'address/0/property_type': 2,
      'address/0/mortgage_rent': 'abc',
      'address/0/mortgage_company': 'First Bank',
    },
    errors: { 'address/0/mortgage_rent': 'Only Numbers Allowed' },
  },
  {
    rule: 'refuses a 21st address',
    change: { address: Array.from({ length: 21 }, () => former) },
    errors: { address: 'You can add at most 20' },
  },
];

describe('address', () => {
  it.each(addressRules)('$rule', ({ change, errors, settings }) => {
    expect(verdictOf('address', changed(homes, change), { settings }).errors).toEqual(errors);
  });

  it('keeps a move-out date of a former home only', () => {
    const dated = homes.address.map((home) => ({ ...home, move_out_date: '2024-05-01' }));
    const { answers } = verdictOf('address', { address: dated });
    expect(answers.address).toEqual([current, { ...former, move_out_date: '2024-05-01' }]);
  });

  it('keeps neither rent nor mortgage of another kind of home', () => {
    const home = { ...current, property_type: 3, current_rent: 1, landlord_name: 'Lee Park', mortgage_rent: 1 };
    expect(verdictOf('address', { address: [home] }).answers.address).toEqual([{ ...current, property_type: 3 }]);
  });
});

const ssn = { isUS_citizen: 'Yes', SSNNumber: '219-09-9998', availableToUpload_ssn: 'Yes', file: 'a/card.png' };
const SSN = 'Please Enter valid SSN Number';
const BAD_NUMBERS = [
  '000-12-3456',
  '666-12-3456',
  '900-12-3456',
  '999-12-3456',
  '219-00-9998',
  '219-09-0000',
  ...[1, 2, 3, 4, 5, 6, 7, 8, 9].map((digit) => '999-99-9999'.replaceAll('9', String(digit))),
  '123-45-6789',
  '219-09-999',
  '219099998',
  '219-09-99989',
];

const ssnRules: RuleRow[] = [
  { rule: 'takes good answers', errors: {} },
  { rule: 'takes the mask of a stored number', change: { SSNNumber: '***-**-9998' }, errors: {} },
  {
    rule: 'asks whether the applicant is a citizen',
    change: { isUS_citizen: undefined },
    errors: { isUS_citizen: 'Required' },
  },
  { rule: 'does not ask that where it is hidden', settings: { USCitizen: 'Hide' }, errors: {} },
  { rule: 'asks a citizen for the number', change: { SSNNumber: '' }, errors: { SSNNumber: 'Required' } },
  { rule: 'asks nobody else for it', change: { isUS_citizen: 'No', SSNNumber: '' }, errors: {} },
  ...BAD_NUMBERS.map(
    (SSNNumber): RuleRow => ({ rule: `refuses ${SSNNumber}`, change: { SSNNumber }, errors: { SSNNumber: SSN } }),
  ),
  {
    rule: 'asks whether there is proof where SSNCard is required',
    change: { availableToUpload_ssn: undefined },
    settings: { SSNCard: 'Required' },
    errors: { availableToUpload_ssn: 'SSN is required to be uploaded' },
  },
  { rule: 'does not ask that otherwise', change: { availableToUpload_ssn: undefined }, errors: {} },
  {
    rule: 'asks for the file after Yes',
    change: { file: undefined },
    settings: { SSNCard: 'Required' },
    errors: { file: 'SSN file is required' },
  },
  {
    rule: 'asks for a reason after No',
    change: { availableToUpload_ssn: 'No' },
    errors: { no_doc_reason: 'Required' },
  },
  {
    rule: 'asks which other reason',
    change: { availableToUpload_ssn: 'No', no_doc_reason: 'other' },
    errors: { other_reason: 'Required' },
  },
  { rule: 'takes no number as a reason', change: { availableToUpload_ssn: 'No', no_doc_reason: 'none' }, errors: {} },
];

describe('ssn', () => {
  it.each(ssnRules)('$rule', ({ change, errors, settings }) => {
    expect(verdictOf('ssn', changed(ssn, change), { settings }).errors).toEqual(errors);
  });

  it('keeps no proof where SSNCard is hidden', () => {
    const { answers } = verdictOf('ssn', ssn, { settings: { SSNCard: 'Hide' } });
    expect(answers).toEqual({ isUS_citizen: 'Yes', SSNNumber: '219-09-9998' });
  });
});
