import { describe, expect, it } from 'vitest';
import { placesIn } from '../../src/model/messages/placeholders';
import type { SampleConfig } from '../../src/model/types';
import { readSchemaFiles } from '../../src/server/forms/readSchemas';

const files = await readSchemaFiles();
const catalogs = Object.entries(files).filter(([file]) => file.startsWith('translations/'));
const placesOf = (text: string) => placesIn(text).sort();

describe.each(catalogs)('%s', (_file, content) => {
  const { texts } = content as { texts: Record<string, string> };

  it('has the placeholders of the English text in each translation', () => {
    const wrong = Object.entries(texts).filter(([text, said]) => String(placesOf(text)) !== String(placesOf(said)));
    expect(wrong).toEqual([]);
  });

  it("translates the sample subscribers' own questions", () => {
    const samples = Object.entries(files).filter(([file]) => file.startsWith('configs/'));
    const questions = samples.flatMap(([, config]) =>
      Object.values((config as SampleConfig).questions ?? {}).map(({ Question }) => Question),
    );
    expect(questions.filter((question) => question && !texts[question])).toEqual([]);
  });
});
