import { describe, expect, it } from 'vitest';
import demo from '../../schemas/configs/demo.json';
import strict from '../../schemas/configs/strict.json';
import { type Jurisdiction, lawOf, readJurisdictions } from '../../src/model/law/jurisdictions';
import { mergeLaw, questionRules } from '../../src/model/law/lawSettings';
import { withoutForbidden } from '../../src/model/law/withoutForbidden';
import { withoutRemoved } from '../../src/model/section/prune';
import { resolveSection } from '../../src/model/section/resolveSection';
import { readConfigSettings } from '../../src/model/section/subscriberSettings';
import type { Answers, ApplicationType, SampleConfig } from '../../src/model/types';
import { proveSchemas } from '../../src/schema-tools/prove/proveSchemas';
import { readSchemaFiles, realCatalog } from '../support/schemaFiles';
import { fillPersona } from './fillPersona';
import { checkerOf, TODAY } from './sectionCheck';

interface Persona {
  applicationType: ApplicationType;
  applicant: { first_name: string; last_name: string };
  flows: Record<string, Record<string, Record<string, Answers>>>;
}

const files = readSchemaFiles();
const all = readJurisdictions(files);
const catalog = realCatalog();
const places = Object.keys(all);
const own = readConfigSettings(demo as SampleConfig);
const people = ['mae-li', 'robin-hale', 'sam-ortega'];
const cases = places.flatMap((place) => people.map((name) => [place, name] as const));

const sectionsOf = ({ flows }: Persona) =>
  ['application', 'success'].flatMap((flow) => Object.values(flows[flow] ?? {}).flatMap(Object.entries<Answers>));

describe('schemas/jurisdictions', () => {
  it('ships twelve places and the federal rules', () => {
    expect(places.filter((place) => place !== 'us').sort()).toEqual(
      'ca co il ma md mn nj ny ny-new-york ri vt wa'.split(' ').map((name) => `us-${name}`),
    );
  });

  it.each(Object.entries<Jurisdiction>(all))(
    '%s names a statute, a link and the day of the check for each rule',
    (_, { rules }) => {
      for (const { source, text } of rules) {
        expect(source.statute).not.toBe('');
        expect(source.link).toMatch(/^https:\/\//);
        expect(Date.parse(source.checked)).not.toBeNaN();
        expect(text).not.toBe('');
      }
      expect(new Set(rules.map(({ id }) => id)).size).toBe(rules.length);
    },
  );

  it.each(cases)('in %s accepts the allowed answers of %s', (place, name) => {
    const persona = files[`personas/${name}.json`] as Persona;
    const context = { ...TODAY, applicant: persona.applicant, applicationType: persona.applicationType, lists: {} };
    const settings = mergeLaw(own, lawOf(all, place));
    for (const [section, answers] of sectionsOf(persona)) {
      const plain = resolveSection(catalog.section(section), settings, catalog.messages);
      const allowed = withoutRemoved(plain, fillPersona(answers) as Answers);
      expect(checkerOf(section, settings).check(allowed, context).errors, section).toEqual([]);
    }
  });

  it.each(cases)('in %s removes forbidden answers of %s about crimes and citizenship', (place, name) => {
    const persona = files[`personas/${name}.json`] as Persona;
    const law = lawOf(all, place);
    const settings = mergeLaw(own, law);
    const hidden = [...questionRules(law)].filter(([, { ask }]) => ask !== 'optional').map(([key]) => key);
    const kept = sectionsOf(persona).map(([section, answers]) =>
      withoutForbidden(catalog.section(section).schema, fillPersona(answers) as Answers, settings),
    );
    const names = [
      hidden.includes('convicted_for_crime') ? 'convicted_for_crime' : '',
      hidden.includes('USCitizen') ? 'isUS_citizen' : '',
    ].filter(Boolean);
    for (const member of names) expect(JSON.stringify(kept)).not.toContain(`"${member}"`);
  });

  it('lets every form be completed in every place, before and after an offer', () => {
    const strictest = readConfigSettings(strict as SampleConfig);
    const configs = Object.fromEntries(
      places.flatMap((place) =>
        [false, true].map((isOffered) => [
          `${place} ${isOffered}`,
          mergeLaw(strictest, lawOf(all, place), { isOffered }),
        ]),
      ),
    );
    expect(proveSchemas(catalog, configs, '2026-11-26', { isPairwise: false }).impossible).toEqual([]);
  });

  it('makes the SSN optional in Vermont, and required for a citizen where only federal rules apply', () => {
    const answers = { isUS_citizen: 'Yes', availableToUpload_ssn: 'No', no_doc_reason: 'none' };
    const errorsIn = (place: string) =>
      checkerOf('ssn', mergeLaw(own, lawOf(all, place)))
        .check(answers, TODAY)
        .errors.map(({ path }) => path.join('/'));
    expect(errorsIn('us-vt')).toEqual([]);
    expect(errorsIn('us')).toEqual(['SSNNumber']);
  });
});
