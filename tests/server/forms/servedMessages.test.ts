import { describe, expect, it } from 'vitest';
import type { SchemaFiles } from '../../../src/model/types';
import { createServedMessages } from '../../../src/server/forms/servedMessages';

const built = {
  program: '',
  build: 'b1',
  languages: [{ id: 'en', name: 'English', direction: 'ltr' as const }],
  files: { 'texts/shell': { next: 'Next' }, 'flows/entry': { steps: [{ id: 'a', title: 'First' }] } },
  words: {},
};
const spanish = { ...built.languages[0], id: 'es', name: 'Español', direction: 'ltr' as const };
const withSpanish = {
  ...built,
  languages: [...built.languages, spanish],
  words: { es: { Next: 'Siguiente', First: 'Primero' } },
};

/** Returns forms with only the parts that messages need. */
const formsOf = (texts: Record<string, string> = { Next: 'Siguiente', First: 'Primero' }) => ({
  version: 'v1',
  languages: { es: texts } as Record<string, Record<string, string>>,
  files: {
    'language.json': { id: 'en', language: 'English', direction: 'ltr' },
    'translations/es.json': { language: 'Español', direction: 'ltr', texts },
    'texts/shell.json': { next: 'Next' },
    'texts/server.json': { secret: 'of the server' },
    'flows/entry.json': { steps: [{ id: 'a', title: 'First' }] },
  } as unknown as SchemaFiles,
});

describe('createServedMessages', () => {
  it.each(['', 'en', 'es', 'xx'])('serves no messages when the files equal those of the build (%s)', (language) => {
    expect(createServedMessages(formsOf(), withSpanish)(language)).toEqual({ files: {} });
  });

  it('serves all texts of a changed file in the requested language', () => {
    const forms = formsOf();
    const words = createServedMessages(forms, withSpanish);
    words('es');
    forms.version = 'v2';
    (forms.files as Record<string, unknown>)['texts/shell.json'] = { next: 'Next', back: 'First' };
    expect(words('es').files).toEqual({ 'texts/shell': { next: 'Siguiente', back: 'Primero' } });
    expect(words('').files).toEqual({ 'texts/shell': { next: 'Next', back: 'First' } });
  });

  it('serves each file with a changed translation, in that language only', () => {
    const words = createServedMessages(formsOf({ Next: 'Adelante', First: 'Primero' }), withSpanish);
    expect(words('es').files).toEqual({ 'texts/shell': { next: 'Adelante' } });
    expect(words('en').files).toEqual({});
  });

  it('lists a language added after the build and serves its translations', () => {
    const words = createServedMessages(formsOf(), built);
    expect(words('es').files).toEqual({
      'texts/shell': { next: 'Siguiente' },
      'flows/entry': { steps: [{ id: 'a', title: 'Primero' }] },
    });
    expect(words('en').languages).toEqual(withSpanish.languages);
  });

  it.each(['another', ''])('serves every file except server-only messages to another build (%j)', (build) => {
    expect(createServedMessages(formsOf(), withSpanish)('en', build)).toEqual({
      files: { 'texts/shell': { next: 'Next' }, 'flows/entry': { steps: [{ id: 'a', title: 'First' }] } },
      languages: withSpanish.languages,
    });
  });
});
