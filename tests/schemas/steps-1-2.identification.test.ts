import { describe, expect, it } from 'vitest';
import { checkAnswers } from '../support/checkAnswers';
import rulesOfPersonalDetails from './rules/personal-details.json';
import rulesOfProofOfIdentity from './rules/proof-of-identity.json';
import rulesOfSsn from './rules/ssn.json';

const personal = rulesOfPersonalDetails.good;

describe('personal-details', () => {
  it('removes other names after No', () => {
    const answers = { ...personal, Alias: [{ fname: 'May', lname: 'Ade' }] };
    expect(checkAnswers('personal-details', answers).answers).toEqual(personal);
  });
});

const identity = rulesOfProofOfIdentity.good;
const refused = { ...identity, availableToUpload_id: 'No' };
const DOCUMENTS = ['USDriversLicense', 'Passport', 'PermanentResidentID', 'Visa'];
const allHidden = Object.fromEntries(DOCUMENTS.map((name) => [name, 'Hide' as const]));

describe('proof-of-identity', () => {
  it('keeps no file after No', () => {
    const answers = { ...refused, no_doc_reason: 'none', other_reason: 'x' };
    expect(checkAnswers('proof-of-identity', answers).answers).toEqual({
      availableToUpload_id: 'No',
      no_doc_reason: 'none',
    });
  });

  it('keeps no back of a passport', () => {
    expect(checkAnswers('proof-of-identity', { ...identity, documenttype_id: 1 }).answers).not.toHaveProperty(
      'backfile',
    );
  });

  it('asks nothing if every document is hidden', () => {
    expect(checkAnswers('proof-of-identity', identity, { settings: allHidden })).toEqual({ answers: {}, errors: {} });
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

describe('address', () => {
  it('refuses a 21st address, and a reason of 501 characters', () => {
    const many = checkAnswers('address', { address: Array.from({ length: 21 }, () => former) });
    expect(many.errors).toEqual({ address: 'You can add up to 20 entries' });
    const long = checkAnswers('address', { address: [{ ...current, reason: 'x'.repeat(501) }] });
    expect(long.errors).toEqual({ 'address/0/reason': 'maximum 500 characters is required' });
  });

  it('keeps a move-out date only for a former home', () => {
    const dated = homes.address.map((home) => ({ ...home, move_out_date: '2024-05-01' }));
    const { answers } = checkAnswers('address', { address: dated });
    expect(answers.address).toEqual([current, { ...former, move_out_date: '2024-05-01' }]);
  });

  it('removes the rent or mortgage of another kind of home', () => {
    const home = { ...current, property_type: 3, current_rent: 1, landlord_name: 'Lee Park', mortgage_rent: 1 };
    expect(checkAnswers('address', { address: [home] }).answers.address).toEqual([{ ...current, property_type: 3 }]);
  });
});

const ssn = rulesOfSsn.good;

describe('ssn', () => {
  it('keeps no proof if SSNCard is hidden', () => {
    const { answers } = checkAnswers('ssn', ssn, { settings: { SSNCard: 'Hide' } });
    expect(answers).toEqual({ isUS_citizen: 'Yes', SSNNumber: '219-09-9998' });
  });
});
