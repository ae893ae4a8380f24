import { describe, expect, it } from 'vitest';
import { isSkipped, listPeople, owesFee, personKey, providedDocuments } from '../../src/model/household';
import type { HouseholdFees, HouseholdRole } from '../../src/model/types';

describe('owesFee', () => {
  const owing = (settings: HouseholdFees, paysForAll = false) =>
    (['applicant', 'coApplicant', 'occupant', 'guarantor'] as HouseholdRole[]).filter((role) =>
      owesFee({ role, paysForAll }, settings),
    );

  it.each<[string, HouseholdFees, boolean, HouseholdRole[]]>([
    ['each adult by default', {}, false, ['applicant', 'coApplicant', 'occupant']],
    ['each adult, also the one who pays for the household', {}, true, ['applicant', 'coApplicant', 'occupant']],
    [
      'guarantors too if the landlord says so',
      { guarantors: 'adult' },
      false,
      ['applicant', 'coApplicant', 'occupant', 'guarantor'],
    ],
    ['no guarantor if the landlord says so', { guarantors: 'none' }, false, ['applicant', 'coApplicant', 'occupant']],
    ['nobody but the payer, once per household', { fee: 'perHousehold' }, false, []],
    [
      'the payer, whatever their role',
      { fee: 'perHousehold', guarantors: 'none' },
      true,
      ['applicant', 'coApplicant', 'occupant', 'guarantor'],
    ],
  ])('charges %s', (_case, settings, paysForAll, expected) => {
    expect(owing(settings, paysForAll)).toEqual(expected);
  });

  it('charges someone who applies alone, whatever the landlord’s household settings', () => {
    for (const settings of [{}, { fee: 'perHousehold' }, { guarantors: 'none' }] as HouseholdFees[])
      expect(owesFee({ role: null, paysForAll: false }, settings)).toBe(true);
  });
});

describe('roles', () => {
  it('ask a co-signer for income and address, and nothing about pets, vehicles or the move', () => {
    const sections = ['address', 'employers', 'banking', 'consent', 'payment', 'personal-details'];
    const skipped = ['other-details', 'applicant-details', 'desired-unit', 'contacts'];
    expect(sections.filter((section) => isSkipped(section, 'guarantor'))).toEqual([]);
    expect(skipped.filter((section) => !isSkipped(section, 'guarantor'))).toEqual([]);
  });

  it('skip nothing for someone who applies alone', () => {
    expect(isSkipped('other-details', null)).toBe(false);
    expect(providedDocuments(null)).toBeUndefined();
    expect(providedDocuments('occupant')?.length).toBeGreaterThan(0);
  });
});

describe('listPeople', () => {
  const rows = (fields: object[]) => ({ response: 'Yes', fields });

  it("lists a repeated row once, and sets an adult's role by whether they sign the lease", () => {
    const jonas = { first_name: 'Jonas', last_name: 'Hale', email: 'Jonas@example.com' };
    const answers = {
      'applicant-details': {
        anyone_over_18: rows([
          jonas,
          { ...jonas, email: 'jonas@example.com' },
          { first_name: 'Tam', last_name: 'Okafor', email: 'tam@example.com', financially_responsible: true },
        ]),
        is_co_signer: { response: 'No', fields: [jonas] },
      },
    };
    expect(listPeople(answers).map(({ role, first_name }) => [role, first_name])).toEqual([
      ['coApplicant', 'Jonas'],
      ['occupant', 'Tam'],
    ]);
  });

  it('identifies a person by group and email, also after a change of role', () => {
    const tam = { first_name: 'Tam', last_name: 'Okafor', email: 'Tam@Example.com' };
    expect(personKey('occupant', tam)).toBe(personKey('coApplicant', { ...tam, email: 'tam@example.com' }));
    expect(personKey('guarantor', tam)).not.toBe(personKey('coApplicant', tam));
  });
});
