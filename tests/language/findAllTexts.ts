import type { SampleConfig } from '../../src/model/types';
import { findTexts, type PlacedText } from '../../src/schema-tools/lint/lintMessages';
import { lintSources } from '../../src/schema-tools/lint/sources';
import { readSchemaFiles } from '../../src/server/forms/readSchemas';

/** Returns every English text in `schemas/` that people read, including samples' questions, and the Spanish catalog. */
export async function findAllTexts(): Promise<{ texts: PlacedText[]; spanish: Record<string, string> }> {
  const files = await readSchemaFiles();
  const { sources } = lintSources(files, { widgets: [], today: '2026-01-01' });
  const questions = Object.entries(files).flatMap(([file, content]) =>
    file.startsWith('configs/') ? questionsOf(file, content as SampleConfig) : [],
  );
  const { texts: spanish } = files['translations/es.json'] as { texts: Record<string, string> };
  return { texts: [...findTexts(sources), ...questions], spanish };
}

function questionsOf(file: string, { questions = {} }: SampleConfig): PlacedText[] {
  return Object.entries(questions).flatMap(([key, { Question: text }]) =>
    text ? [{ text, file, path: `/questions/${key}/Question` }] : [],
  );
}
