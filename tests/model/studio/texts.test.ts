// cspell:ignore abra otra repetir
import { describe, expect, it } from 'vitest';
import { changeText, changeTranslation, countUses, listTexts } from '../../../src/model/studio/texts';

const FILE = 'texts/server.json';
const ES = 'translations/es.json';
const EN = { mail: { reset: { subject: 'New password', text: 'Open {link}' } }, retry: 'Try again', steps: ['One'] };

const sources = (en: object = EN, texts: Record<string, string> = {}) => ({
  [FILE]: JSON.stringify(en),
  [ES]: JSON.stringify({
    language: 'Español',
    texts: { 'Open {link}': 'Abra {link}', 'Try again': 'Otra vez', ...texts },
  }),
});

const change = (from: Record<string, string>, path: (string | number)[], after: string, elsewhere: string[] = []) => {
  const changes = changeText(from, { file: FILE, path, after }, elsewhere);
  const read = (file: string) => JSON.parse(changes[file] ?? from[file] ?? '');
  return { changed: Object.keys(changes), en: read(FILE), es: read(ES).texts };
};

describe('the texts of a file', () => {
  it('are listed in their order, with those of emails marked', () => {
    const listed = listTexts({ $schema: '../meta/texts.schema.json', ...EN, empty: '', max: 3 });
    expect(listed.map(({ path, isEmail }) => [path.join('/'), isEmail])).toEqual([
      ['mail/reset/subject', true],
      ['mail/reset/text', true],
      ['retry', false],
      ['steps/0', false],
    ]);
  });

  it("aren't an email without a subject", () => {
    expect(listTexts({ title: 'Title', text: 'Text' }).some(({ isEmail }) => isEmail)).toBe(false);
  });

  it('are counted in every file but the translations', () => {
    expect(countUses({ ...sources(), 'texts/shell.json': '{"again":"Try again"}' }, 'Try again')).toBe(2);
  });
});

describe('changing an English text', () => {
  it('moves its translation to the new text, in the same place', () => {
    const { en, es } = change(sources(), ['mail', 'reset', 'text'], 'Go to {link}');
    expect(en.mail.reset.text).toBe('Go to {link}');
    expect(Object.entries(es)).toEqual([
      ['Go to {link}', 'Abra {link}'],
      ['Try again', 'Otra vez'],
    ]);
  });

  it('keeps the old translation if another place in the files has the old text', () => {
    const { es } = change(sources({ ...EN, again: 'Try again' }), ['retry'], 'Start again');
    expect(es).toMatchObject({ 'Try again': 'Otra vez', 'Start again': 'Otra vez' });
  });

  it('keeps the old translation if a question has the old text', () => {
    const { es } = change(sources(), ['retry'], 'Start again', ['Try again']);
    expect(es).toMatchObject({ 'Try again': 'Otra vez', 'Start again': 'Otra vez' });
  });

  it('keeps the translation that the new text already has', () => {
    const { es } = change(sources(EN, { Repeat: 'Repetir' }), ['retry'], 'Repeat');
    expect(es).toEqual({ 'Open {link}': 'Abra {link}', Repeat: 'Repetir' });
  });

  it('changes no translation if there is none', () => {
    const { changed, en } = change(sources(), ['steps', 0], 'First');
    expect(en.steps).toEqual(['First']);
    expect(changed).toEqual([FILE]);
  });

  it('restores the translation when the text is changed back', () => {
    const changed = changeText(sources(), { file: FILE, path: ['retry'], after: 'Start again' }, []);
    const back = change({ ...sources(), ...(changed as Record<string, string>) }, ['retry'], 'Try again');
    expect(back.es).toEqual({ 'Open {link}': 'Abra {link}', 'Try again': 'Otra vez' });
  });
});

describe('changing a translation', () => {
  it('replaces it, and an empty text removes it', () => {
    const texts = (word: string) => JSON.parse(changeTranslation(sources()[ES] ?? '', 'Try again', word)).texts;
    expect(texts('De nuevo')).toEqual({ 'Open {link}': 'Abra {link}', 'Try again': 'De nuevo' });
    expect(texts('')).toEqual({ 'Open {link}': 'Abra {link}' });
  });
});
