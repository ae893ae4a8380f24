import { describe, expect, it } from 'vitest';
import { resolveSection } from '../../../src/model/section/resolveSection';
import { mergeAliases, settingName } from '../../../src/model/section/subscriberSettings';
import type { Setting } from '../../../src/model/types';
import { realCatalog } from '../../support/schemaFiles';

const catalog = realCatalog();
const all: Setting[] = ['Hide', 'Optional', 'Required'];

describe('the two spellings of a setting', () => {
  it('count as one: those of the success page and those of the identification', () => {
    expect(settingName('DriverLicense')).toBe('USDriversLicense');
    expect(settingName('USPermanentResidentID')).toBe('PermanentResidentID');
    expect(settingName('Passport')).toBe('Passport');
    expect(mergeAliases({ DriverLicense: 'Required', Visa: 'Hide' })).toEqual({
      USDriversLicense: 'Required',
      Visa: 'Hide',
    });
    expect(mergeAliases(undefined)).toEqual({});
  });

  it.each([
    [{ DriverLicense: 'Required', USDriversLicense: 'Hide' }, 'Required'],
    [{ USDriversLicense: 'Required', DriverLicense: 'Hide' }, 'Required'],
    [{ USDriversLicense: 'Hide', DriverLicense: 'Optional' }, 'Optional'],
  ] as [Record<string, Setting>, Setting][])('the stricter of %j applies', (settings, stricter) => {
    expect(mergeAliases(settings)).toEqual({ USDriversLicense: stricter });
  });
});

describe('the kinds of identity document', () => {
  const settings = all.flatMap((license) =>
    all.flatMap((resident) =>
      all.flatMap((Passport) =>
        all.map((Visa) => ({ DriverLicense: license, USPermanentResidentID: resident, Passport, Visa })),
      ),
    ),
  );

  it('are offered as set, and at least one if a proof is Required', () => {
    for (const set of settings) {
      const subscriberSettings = { settings: mergeAliases(set) };
      const { schema } = resolveSection(catalog.section('proof-of-identity'), subscriberSettings, catalog.messages);
      const kinds = schema.properties?.documenttype_id?.enum ?? [];
      const shown = Object.values(set).filter((setting) => setting !== 'Hide');
      expect(kinds, JSON.stringify(set)).toHaveLength(shown.length);
      const isRequired = schema.required?.includes('availableToUpload_id') ?? false;
      expect(isRequired, JSON.stringify(set)).toBe(shown.includes('Required'));
      if (isRequired) expect(kinds.length).toBeGreaterThan(0);
    }
  });
});
