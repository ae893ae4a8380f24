import { describe, expect, it } from 'vitest';
import { checkText, findPrivateWords } from './checkText';

describe('checkText', () => {
  it('accepts a plain message', () => {
    expect(checkText('This link has expired. Request a new one from the agent or the property.')).toEqual([]);
  });

  it('refuses words that need more than eight years of school', () => {
    const [fault] = checkText(
      'Authorization of the aforementioned documentation necessitates additional verification.',
    );
    expect(fault).toMatch(/^grade \d+\.\d, at most 8$/);
  });

  it('refuses a sentence of 22 words', () => {
    const long = `${'we go to the shop and '.repeat(3)}then we go home.`;
    expect(checkText(long)).toEqual([expect.stringMatching(/^22 words in a sentence, at most 20: we go/)]);
  });

  it('scores the lines of an email one by one', () => {
    expect(checkText(`Hello,\n\n${Array(6).fill('We have your form and will call you.').join('\n')}`)).toEqual([]);
  });

  it('reads a placeholder as one short word, and a plural in its `other` form', () => {
    expect(
      checkText('{subscriber|property} has {n, plural, one {# file} other {# files}} from you and will look at it.'),
    ).toEqual([]);
  });

  it('reads a select in its `other` form', () => {
    expect(checkText('{renters_insurance_response_value, select, Yes {insured} other {not insured}}')).toEqual([]);
  });

  it('ignores a label of fewer than eight words', () => {
    expect(checkText('Supplemental application regarding criminal background')).toEqual([]);
  });
});

describe('findPrivateWords', () => {
  it.each([
    ['Please sign in.', '"sign in": use log in'],
    ['We sent an e-mail.', '"e-mail": use email'],
    ['The link is good for a day.', '"good for": use works for, works until, has expired'],
  ])('finds the private words in %j', (message, found) => {
    expect(findPrivateWords(message)).toEqual([found]);
  });

  it('finds nothing in a plain message', () => {
    expect(
      findPrivateWords("Check your email. If this address belongs to an office, we've sent a login link."),
    ).toEqual([]);
  });
});
