import { describe, expect, it } from 'vitest';
import signature from '../../schemas/signature.schema.json';
import type { Answers } from '../../src/model/types';
import { messagesFor, savedAnswers } from './sectionCheck';

const CARD = { cname: 'Robin Hale', billingAddress: '1 Elm St', city: 'Austin', state: 'TX', zipCode: '78701' };
const TYPED = { mode: 'type', name: 'Robin Hale', style: 'Allura', confirm: true };
const PICTURE = 'data:image/png;base64,iVBORw0KGgo=';
const ADDRESS = { street_address: '1 Elm St', city: 'Austin', state: 'TX', move_in_date: '2026-11-21' };

describe('consent', () => {
  it.each([
    [{}, 'This field must be checked'],
    [{ concent: false }, 'This field must be checked'],
    [{ concent: 'true' }, 'This field must be checked'],
    [{ concent: true }, undefined],
  ])('%j returns %j', (answers, message) => {
    expect(messagesFor('consent', answers).concent).toBe(message);
  });
});

describe('payment', () => {
  it.each([
    ['cname', undefined, 'Required'],
    ['cname', '   ', 'Required'],
    ['cname', ' Robin', 'Enter a valid value'],
    ['billingAddress', undefined, 'Required'],
    ['billingAddress', ' 1 Elm St', 'Enter a valid value'],
    ['city', undefined, 'Required'],
    ['city', ' Austin', 'Enter a valid value'],
    ['state', undefined, 'Required'],
    ['state', 'Texas', 'Choose a state from the list'],
    ['zipCode', undefined, 'Required'],
    ['zipCode', '7870', 'Please enter valid zip code'],
    ['zipCode', '78701-12', 'Please enter valid zip code'],
    ['zipCode', '78701-1234', undefined],
    ['copyapplicantname', 'yes', 'Enter a valid value'],
    ['copybillingaddress', true, undefined],
    ['number', '4242424242424242', "This answer isn't part of the form"],
  ])('%s %j returns %j', (name, value, message) => {
    expect(messagesFor('payment', { ...CARD, [name]: value })).toEqual(message ? { [name]: message } : {});
  });
});

describe('signature', () => {
  it.each<[Answers, Record<string, string>]>([
    [{}, { mode: 'Please Sign the Application.' }],
    [{ mode: 'stamp' }, { mode: 'Choose one of the options' }],
    [{ mode: 'draw' }, { drawn: 'Please provide a signature.' }],
    [{ mode: 'draw', drawn: 'https://example.com/me.png' }, { drawn: 'Please provide a signature.' }],
    [{ mode: 'draw', drawn: 'data:image/svg+xml;base64,PHN2Zz4=' }, { drawn: 'Please provide a signature.' }],
    [{ mode: 'draw', drawn: PICTURE }, {}],
    [{ mode: 'type' }, { name: 'Name is required', style: 'Sign Style is required', confirm: 'You must confirm this' }],
    [{ ...TYPED, confirm: false }, { confirm: 'You must confirm this' }],
    [{ ...TYPED, style: 'Comic Sans' }, { style: 'Choose one of the options' }],
    [{ ...TYPED, name: 'Sam Ortega' }, { name: "Name must contain and match the applicant's first or last name." }],
    [{ ...TYPED, name: 'Rob Hal' }, { name: "Name must contain and match the applicant's first or last name." }],
    [{ ...TYPED, name: 'ro bin' }, {}],
    [{ ...TYPED, name: 'Mx. R. HALE' }, {}],
    [TYPED, {}],
  ])('%j returns %j', (answers, messages) => {
    expect(messagesFor('signature', answers)).toEqual(messages);
  });

  it('offers the ten styles of the specification', () => {
    const styles = signature.properties.style.oneOf.map((option) => option.const);
    expect(styles.join(', ')).toBe(
      'Allura, Alex Brush, Dancing Script, Great Vibes, Herr Von Muellerhoff, Pacifico, Parrina, Rochester, Satisfy, Yellowtail',
    );
  });

  it('asks for a confirmation by the named applicant, or by someone authorized to sign for them', () => {
    expect(signature.properties.confirm.title).toMatch(/I'm the applicant named .*authorized to sign on .* behalf/);
  });

  it('refuses a drawing that is too large', () => {
    const drawn = `data:image/png;base64,${'A'.repeat(700_000)}`;
    expect(messagesFor('signature', { mode: 'draw', drawn })).toHaveProperty('drawn');
  });

  it('keeps only the way of signing that was chosen', () => {
    expect(savedAnswers('signature', { ...TYPED, drawn: PICTURE })).toEqual(TYPED);
    expect(savedAnswers('signature', { ...TYPED, mode: 'draw', drawn: PICTURE })).toEqual({
      mode: 'draw',
      drawn: PICTURE,
    });
  });
});

describe('desired address', () => {
  it.each([
    ['street_address', undefined, 'Required'],
    ['street_address', ' 1 Elm St', 'Enter a valid value'],
    ['street_address', '1 Elm St  ', undefined],
    ['city', undefined, 'Required'],
    ['city', ' Austin', 'Enter a valid value'],
    ['state', undefined, 'Required'],
    ['unitNo', null, undefined],
    ['unitNo', 0, 'Greater than 0 value required'],
    ['unitNo', '12', 'Only Numbers Allowed'],
    ['unitNo', 12, undefined],
    ['desired_rent', 'abc', 'Only Numbers Allowed'],
    ['desired_rent', 12.5, 'Only Numbers Allowed'],
    ['desired_rent', 0, 'Greater than 0 value required'],
    ['desired_rent', 1200, undefined],
    ['move_in_date', undefined, 'Required'],
    ['move_in_date', '2026-11-20', "The date can't be in the past"],
    ['move_in_date', '2026-11-21', undefined],
  ])('%s %j returns %j', (name, value, message) => {
    expect(messagesFor('desired-address', { ...ADDRESS, [name]: value })).toEqual(message ? { [name]: message } : {});
  });
});

describe('desired floor and unit', () => {
  it.each([
    [{}, {}],
    [{ floorId: 1 }, {}],
    [{ floorId: 1, unitId: 2 }, {}],
    [{ floorId: '1; drop' }, { floorId: 'Enter a valid value' }],
  ])('%j returns %j', (answers, messages) => {
    expect(messagesFor('desired-unit', answers)).toEqual(messages);
  });
});

describe('supplemental questionnaire', () => {
  const no = { convicted_for_crime: { response: 'No' } };
  const yes = { convicted_for_crime: { response: 'Yes', explanation: 'A fine in 1979.' } };

  it.each<[Answers, Record<string, string>]>([
    [{}, { 'convicted_for_crime/response': 'Response Required' }],
    [no, {}],
    [
      { convicted_for_crime: { response: 'Yes' } },
      {
        'convicted_for_crime/explanation': 'Required',
        'convictions_on_property/response': 'Response Required',
        'proof_of_document/response': 'Response Required',
      },
    ],
    [
      { ...yes, convictions_on_property: { response: 'Yes' }, proof_of_document: { response: 'No' } },
      { 'convictions_on_property/explanation': 'Required' },
    ],
    [
      { ...yes, convictions_on_property: { response: 'No' }, proof_of_document: { response: 'Yes', files: ['a/b'] } },
      {},
    ],
  ])('%j returns %j', (answers, messages) => {
    expect(messagesFor('supplemental', answers)).toEqual(messages);
  });

  it('clears the explanation and the further questions on No', () => {
    const saved = savedAnswers('supplemental', {
      convicted_for_crime: { response: 'No', explanation: 'Was Yes before.' },
      convictions_on_property: { response: 'Yes', explanation: 'x' },
      proof_of_document: { response: 'No' },
    });
    expect(saved).toEqual(no);
  });
});
