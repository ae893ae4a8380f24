import { describe, expect, it } from 'vitest';
import { differences } from '../../../src/app/form/useConflict';
import { servedForm } from '../support/checkers';

const { sections } = servedForm(['personal-details', 'ssn', 'address']);

describe('differences', () => {
  it.each([
    [
      'a text',
      { 'personal-details': { first_name: 'Ana' } },
      { 'personal-details': { first_name: 'Anna' } },
      ['Ana', 'Anna'],
    ],
    ['an answer that only one side has', { 'personal-details': { middle_name: 'Luz' } }, {}, ['Luz', '']],
    [
      'an option, by its name',
      { address: { address: [{ property_type: 1 }] } },
      { address: { address: [{ property_type: 2 }] } },
      ['Rent', 'Own'],
    ],
    [
      'an SSN, masked',
      { ssn: { SSNNumber: '219-09-9999' } },
      { ssn: { SSNNumber: '219-09-1111' } },
      ['***-**-9999', '***-**-1111'],
    ],
    ['files, as a count', { ssn: { file: 'a/b.jpg' } }, {}, ['1 file', '']],
  ])('reports %s', (_, mine, theirs, expected) => {
    const found = differences(sections, mine, theirs);
    expect(found.map((line) => [line.mine, line.theirs])).toEqual([expected]);
  });

  it('names the row of a list', () => {
    const at = (city: string) => ({ address: { address: [{ city: 'Austin' }, { city }] } });
    const [line] = differences(sections, at('Waco'), at('Dallas'));
    expect(line?.label).toMatch(/2: City$/);
  });

  it('reports nothing for equal answers', () => {
    const same = { 'personal-details': { first_name: 'Ana', mobile: [{ number: '15125550123' }] } };
    expect(differences(sections, same, structuredClone(same))).toEqual([]);
  });
});
