// cspell:ignore complementaria
import { describe, expect, it } from 'vitest';
import { findAllTexts } from './findAllTexts';

/** Words that must not replace the specification's names (docs/spec/002-payment.md, 003.md). */
const OTHER_NAMES = {
  'Secondary Application': /supplemental|questionnaire|few (more )?(questions|answers)|\bour questions\b/i,
  'Terms and Conditions': /terms & conditions/i,
};

const SUPPLEMENTAL =
  'Application Incomplete! You are required to complete a supplemental application regarding criminal background';

/** The specification's own words. docs/spec/000.md names a panel of the instructions. */
const QUOTED = [SUPPLEMENTAL, 'Terms & Conditions'];

describe('names from the specification', () => {
  it.each(Object.entries(OTHER_NAMES))('%s has no other name on screens and in emails', async (_name, other) => {
    const { texts, spanish } = await findAllTexts();
    const all = [...texts.map(({ text }) => text), ...Object.keys(spanish)];
    expect(all.filter((text) => !QUOTED.includes(text) && other.test(text))).toEqual([]);
  });

  it('include one Spanish name for the Secondary Application', async () => {
    const { spanish } = await findAllTexts();
    const named = Object.entries(spanish).filter(
      ([english]) => english === SUPPLEMENTAL || english.includes('Secondary Application'),
    );
    expect(named.filter(([, text]) => !/solicitud complementaria/i.test(text))).toEqual([]);
    expect(named.length).toBeGreaterThan(5);
  });
});
