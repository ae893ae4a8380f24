import { underOneName } from './settingAliases';
import type { Overlay, Setting } from './types';

/** A sample of a subscriber's settings, as `schemas/meta/config.schema.json` describes it. */
export interface SampleConfig {
  title?: string;
  documents?: Record<string, Setting>;
  fields?: Record<string, Setting>;
  questions?: Record<string, { display: boolean; required: boolean; order: number; Question: string }>;
}

/** The overlay that a file of `schemas/configs/` stands for. */
export function configOverlay({ documents, fields, questions }: SampleConfig): Overlay {
  const asked = questionsOverlay(questions);
  return { settings: { ...underOneName({ ...documents, ...fields }), ...asked.settings }, texts: asked.texts };
}

/** What a configuration's contextual questions say: shown and required by name, and their wording and order. */
export function questionsOverlay(questions: SampleConfig['questions'] = {}): Required<Overlay> {
  const entries = Object.entries(questions);
  return {
    settings: Object.fromEntries(entries.map(([key, question]) => [key, settingOf(question)])),
    texts: Object.fromEntries(entries.map(([key, { Question, order }]) => [key, { title: Question, order }])),
  };
}

function settingOf({ display, required }: { display: boolean; required: boolean }): Setting {
  if (!display) return 'Hide';
  return required ? 'Required' : 'Optional';
}
