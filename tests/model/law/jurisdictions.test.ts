import { describe, expect, it } from 'vitest';
import {
  findLaw,
  findPlace,
  type Home,
  lawOf,
  readJurisdictions,
  rulesOfKind,
} from '../../../src/model/law/jurisdictions';
import { readSchemaFiles } from '../../support/schemaFiles';

const all = readJurisdictions(readSchemaFiles());

describe('findPlace', () => {
  it.each<[Home, string]>([
    [{ state: 'CA', city: 'Oakland' }, 'us-ca'],
    [{ state: 'NY', city: 'Albany', zip: '12207' }, 'us-ny'],
    [{ state: 'NY', city: ' brooklyn ' }, 'us-ny-new-york'],
    [{ state: 'NY', city: 'Astoria', zip: '11102' }, 'us-ny-new-york'],
    [{ state: 'nj', city: 'Newark' }, 'us-nj'],
    [{ state: 'TX', city: 'Austin' }, 'us'],
    [{ state: '', city: '' }, 'us'],
    [{}, 'us'],
    [{ state: 'TX', place: 'us-vt' }, 'us-vt'],
    [{ state: 'NJ', place: 'no-such-file' }, 'us-nj'],
    [{ state: 'NJ', city: 'Manhattan', zip: '10001' }, 'us-nj'],
  ])('finds the file of %j', (home, place) => {
    expect(findPlace(all, home)).toBe(place);
  });
});

describe('findLaw', () => {
  it("adds a city's rules to those of its state and to the federal ones", () => {
    const { rules, title, isKnown } = findLaw(all, { state: 'NY', city: 'New York' });
    expect([...new Set(rules.map(({ from }) => from))]).toEqual(['United States', 'New York', 'New York City']);
    expect({ title, isKnown }).toEqual({ title: 'New York City', isKnown: true });
  });

  it("applies a city's rules only in that city", () => {
    const places = findLaw(all, { state: 'NY', city: 'Albany' }).rules.map(({ from }) => from);
    expect(places).not.toContain('New York City');
  });

  it('applies and reports the federal rules for a state without a file', () => {
    const { rules, isKnown, place } = findLaw(all, { state: 'TX' });
    expect({ place, isKnown }).toEqual({ place: 'us', isKnown: false });
    expect(rules.every(({ from }) => from === 'United States')).toBe(true);
    expect(rules.length).toBeGreaterThan(2);
  });

  it('refuses a place that has no file', () => {
    expect(() => lawOf(all, 'us-tx')).toThrow("There's no file jurisdictions/us-tx.json");
  });

  it('picks the rules of one kind', () => {
    expect(rulesOfKind(lawOf(all, 'us-vt'), 'fee').map(({ id }) => id)).toEqual(['no-fee']);
  });
});
