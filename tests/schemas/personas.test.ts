import { describe, expect, it } from 'vitest';
import demo from '../../schemas/configs/demo.json';
import { keyOf, toPointer } from '../../src/model/answers/paths';
import { readConfigSettings } from '../../src/model/section/subscriberSettings';
import type { Answers, ApplicationType, Context, SampleConfig } from '../../src/model/types';
import { readSchemaFiles, realCatalog } from '../support/schemaFiles';
import { fillPersona } from './fillPersona';
import { checkerOf } from './sectionCheck';

interface Persona {
  name: string;
  link: string;
  applicationType: ApplicationType;
  applicant: { first_name: string; last_name: string };
  flows: Record<string, Record<string, Record<string, Answers>>>;
  card: { number: string };
}

interface Refused {
  applicant: Persona['applicant'];
  flows: Record<string, Record<string, Record<string, { answers: Answers; errors: Record<string, string> }>>>;
}

const files = readSchemaFiles();
const settings = readConfigSettings(demo as SampleConfig);
const refused = files['personas/refused.json'] as Refused;
const personas = Object.keys(files)
  .filter((file) => file.startsWith('personas/') && file !== 'personas/refused.json')
  .map((file) => [file, files[file] as Persona] as const);

function contextOf({ applicant, applicationType }: Partial<Persona>): Context {
  return { today: '2026-11-21', applicant, applicationType, lists: {} };
}

/** Lists every section of a persona's flows in order. */
function sectionsOf<T>(flows: Record<string, Record<string, Record<string, T>>>): [string, T][] {
  return Object.values(flows).flatMap((steps) => Object.values(steps).flatMap((sections) => Object.entries(sections)));
}

describe.each(personas)('schemas/%s', (_file, persona) => {
  it.each(sectionsOf(persona.flows))('has accepted answers for %s', (name, answers) => {
    const filled = fillPersona(answers) as Answers;
    expect(checkerOf(name, settings).check(filled, contextOf(persona)).errors).toEqual([]);
  });

  it.each(sectionsOf(persona.flows))('loses nothing of %s on saving', (name, answers) => {
    const filled = fillPersona(answers) as Answers;
    expect(checkerOf(name, settings).check(filled, contextOf(persona)).answers).toMatchObject(filled);
  });

  it('answers every section of the application', () => {
    const steps = realCatalog().flow('application').steps;
    const answered = Object.entries(persona.flows.application ?? {}).map(([step, sections]) => [
      step,
      Object.keys(sections),
    ]);
    expect(answered).toEqual(steps.map((step) => [step.id, step.sections.map(({ section }) => section)]));
  });

  it('pays with a test card that succeeds', () => {
    expect(persona.card.number).toBe('4242424242424242');
  });
});

describe('schemas/personas/refused.json', () => {
  it.each(sectionsOf(refused.flows))('returns exactly the listed messages in %s', (name, { answers, errors }) => {
    const result = checkerOf(name, settings).check(fillPersona(answers) as Answers, contextOf(refused));
    expect(Object.fromEntries(result.errors.map(({ path, message }) => [toPointer(path), message]))).toEqual(errors);
    expect(result.errors.map(({ path }) => keyOf(path))).toHaveLength(Object.keys(errors).length);
  });

  it('has an error in every section that can have one', () => {
    const names = realCatalog()
      .flow('application')
      .steps.flatMap((step) => step.sections.map(({ section }) => section))
      .filter((section) => section !== 'other-documents');
    expect(sectionsOf(refused.flows).map(([name]) => name)).toEqual(expect.arrayContaining(names));
  });
});
