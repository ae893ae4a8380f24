import { questionsOverlay, type SampleConfig } from '../../model/overlay';
import type { Overlay, Setting } from '../../model/types';
import { readSchemaFiles } from '../forms/schemaFiles';

export interface SubscriberSettings {
  documents: Record<string, Setting>;
  fields: Record<string, Setting>;
  texts: NonNullable<Overlay['texts']>;
}

/** The settings in `schemas/configs/{name}.json` as a subscriber's row keeps them; nothing set where there is no such file. */
export async function readSettings(name: string): Promise<SubscriberSettings> {
  const config = ((await readSchemaFiles())[`configs/${name}.json`] ?? {}) as SampleConfig;
  const { settings, texts } = questionsOverlay(config.questions);
  return { documents: config.documents ?? {}, fields: { ...config.fields, ...settings }, texts };
}
