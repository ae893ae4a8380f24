import type { Rehearsal } from '../../../contract/studio';
import type { StudioPlace } from '../studioPlace';

export type FrameName = 'live' | 'draft';
export type Step = Rehearsal['steps'][number];
export type Persona = Rehearsal['personas'][number];
export type SectionDifference = Rehearsal['differences'][number];

export interface Seen {
  step: Step;
  persona: Persona;
  language: string;
}

/** Returns the step, persona and language to show. Prefers those in the URL, then those of the first difference. */
export function findSeen(rehearsal: Rehearsal, place: StudioPlace): Seen | undefined {
  const { steps, personas, differences } = rehearsal;
  const [first] = differences;
  const at = (key: string | undefined) => steps.find((step) => step.key === key);
  const step = at(place.rehearsed) ?? at(first?.step) ?? steps[0];
  const by = (name: string | undefined) => personas.find((persona) => persona.name === name);
  const differing = differences.find((one) => one.step === step?.key);
  const persona = by(place.persona) ?? by(differing?.persona) ?? personas[0];
  const language = place.language || (place.rehearsed ? '' : (first?.language ?? ''));
  return step && persona && { step, persona, language };
}

export function differencesAt({ differences }: Rehearsal, { step, persona, language }: Seen): SectionDifference[] {
  return differences.filter(
    (one) => one.step === step.key && one.persona === persona.name && one.language === language,
  );
}

/** A step that differs in a language, with the number of differing questions for each affected persona. */
export interface DifferingStep {
  step: Step;
  language: string;
  counts: { persona: string; count: number }[];
}

export function listDifferingSteps({ steps, differences }: Rehearsal): DifferingStep[] {
  const languages = [...new Set(differences.map(({ language }) => language))].sort();
  return steps
    .flatMap((step) => languages.map((language) => ({ step, language, counts: [] as DifferingStep['counts'] })))
    .map(({ step, language }) => ({ step, language, counts: countByPersona(differences, step.key, language) }))
    .filter(({ counts }) => counts.length > 0);
}

function countByPersona(all: readonly SectionDifference[], step: string, language: string): DifferingStep['counts'] {
  const counts = new Map<string, number>();
  for (const one of all.filter((other) => other.step === step && other.language === language))
    counts.set(one.persona, (counts.get(one.persona) ?? 0) + one.questions.length);
  return [...counts].map(([persona, count]) => ({ persona, count }));
}
