import { describe, expect, it } from 'vitest';
import { lawOf, readJurisdictions } from '../../../src/model/law/jurisdictions';
import { describeForbidden, findForbidden, mergeLaw, stagesQuestions } from '../../../src/model/law/lawSettings';
import { withoutForbidden } from '../../../src/model/law/withoutForbidden';
import type { Setting } from '../../../src/model/types';
import { readSchemaFiles, realCatalog } from '../../support/schemaFiles';

const all = readJurisdictions(readSchemaFiles());
const law = (place: string) => lawOf(all, place);

describe('mergeLaw', () => {
  it('hides a forbidden question with every setting of the landlord', () => {
    for (const USCitizen of ['Required', 'Optional', 'Hide'] as const)
      expect(mergeLaw({ settings: { USCitizen } }, law('us-ca')).settings.USCitizen).toBe('Hide');
    expect(mergeLaw({ settings: {} }, law('us-ca')).settings.USCitizen).toBe('Hide');
  });

  it("keeps the landlord's own Hide", () => {
    const { settings } = mergeLaw({ settings: { SSNCard: 'Hide', Paystub: 'Hide' } }, law('us-vt'));
    expect(settings).toMatchObject({ SSNCard: 'Hide', Paystub: 'Hide' });
  });

  it('makes a question optional if the place forbids requiring it', () => {
    const { settings, neverRequired } = mergeLaw({ settings: { SSNCard: 'Required' } }, law('us-vt'));
    expect(settings.SSNCard).toBe('Optional');
    expect(neverRequired).toEqual(['SSNCard', 'SSNNumber']);
  });

  it('changes only the report setting under federal rules', () => {
    const own = { settings: { USCitizen: 'Required', SSNCard: 'Required' } } as const;
    expect(mergeLaw(own, law('us'))).toEqual({ settings: { ...own.settings, ScreeningReport: 'Hide' } });
  });

  const crime = (first: Setting, second: Setting) => ({
    settings: { convicted_for_crime: first, secondary_convicted_for_crime: second },
  });

  it.each(['us-nj', 'us-ny-new-york'])('hides both questions about convictions in %s before an offer', (place) => {
    const { settings, hiddenByLaw } = mergeLaw(crime('Required', 'Required'), law(place));
    expect(settings).toMatchObject({ convicted_for_crime: 'Hide', secondary_convicted_for_crime: 'Hide' });
    expect(hiddenByLaw).toEqual(['convicted_for_crime', 'secondary_convicted_for_crime']);
  });

  it.each<[Setting, Setting, Setting]>([
    ['Required', 'Hide', 'Required'],
    ['Hide', 'Required', 'Required'],
    ['Optional', 'Hide', 'Optional'],
    ['Hide', 'Hide', 'Hide'],
  ])('after the offer, the settings %s and %s become %s', (first, second, merged) => {
    const { settings, hiddenByLaw } = mergeLaw(crime(first, second), law('us-nj'), { isOffered: true });
    expect(settings.secondary_convicted_for_crime).toBe(merged);
    expect(settings.convicted_for_crime).toBe('Hide');
    expect(hiddenByLaw).toBeUndefined();
  });

  it('stages questions only if the place requires it and the landlord asks them', () => {
    expect(stagesQuestions(crime('Required', 'Hide'), law('us-nj'))).toBe(true);
    expect(stagesQuestions(crime('Hide', 'Hide'), law('us-nj'))).toBe(false);
    expect(stagesQuestions(crime('Required', 'Required'), law('us-ca'))).toBe(false);
  });

  it.each([
    ['us-co', {}, 'Optional'],
    ['us-il', { ScreeningReport: 'Hide' }, 'Optional'],
    ['us-wa', {}, 'Hide'],
    ['us-wa', { ScreeningReport: 'Optional' }, 'Optional'],
  ] as const)('accepts a report in %s with %j: %s', (place, settings, expected) => {
    expect(mergeLaw({ settings }, law(place)).settings.ScreeningReport).toBe(expected);
  });
});

describe('findForbidden', () => {
  it('names the rule, the fix and the statute', () => {
    const [found] = findForbidden({ USCitizen: 'Required' }, law('us-ca'));
    expect(found && describeForbidden(found)).toBe(
      "USCitizen = Required: You can't ask about immigration or citizenship status. Hide this question. You can still ask for ID and proof of income. Cal. Civ. Code §1940.3(b) (California), https://leginfo.legislature.ca.gov/faces/codes_displaySection.xhtml?lawCode=CIV&sectionNum=1940.3",
    );
  });

  it('accepts a question that waits for an offer', () => {
    expect(findForbidden({ convicted_for_crime: 'Required' }, law('us-nj'))).toEqual([]);
  });

  it('accepts hidden and optional questions', () => {
    expect(findForbidden({ USCitizen: 'Hide', Visa: 'Optional' }, law('us-ca'))).toEqual([]);
  });
});

describe('withoutForbidden', () => {
  const { schema } = realCatalog().section('ssn');
  const answers = { isUS_citizen: 'Yes', SSNNumber: '212-45-6789' };

  it('removes answers stored before the place was known', () => {
    const settings = mergeLaw({ settings: {} }, law('us-ca'));
    expect(withoutForbidden(schema, answers, settings)).toEqual({ SSNNumber: '212-45-6789' });
  });

  it('keeps everything if nothing is forbidden', () => {
    expect(withoutForbidden(schema, answers, mergeLaw({ settings: {} }, law('us')))).toBe(answers);
  });
});
