import { asText } from './sectionFile';
import type { FieldWords, Overlay, SampleConfig, Setting } from './types';
import { wordingTexts } from './wording';

/** The text of a sample or of a subscriber's settings with a field said so; undefined: as everybody's form says it. */
export function writeOwnWords(text: string, section: string, field: string, words: FieldWords | undefined): string {
  const whole: SampleConfig = JSON.parse(text);
  const { [field]: _before, ...others } = whole.wording?.[section] ?? {};
  const own = words ? { ...others, [field]: words } : others;
  const { [section]: _section, ...sections } = whole.wording ?? {};
  const wording = Object.keys(own).length ? { ...sections, [section]: own } : sections;
  return textOf({ ...whole, wording, translations: stillSaid(whole.translations, wording) });
}

/** The same with one of those words in another language. */
export function sayOwnWord(text: string, language: string, said: string, word: string): string {
  const whole: SampleConfig = JSON.parse(text);
  const { translations = {} } = whole;
  return textOf({
    ...whole,
    translations: { ...translations, [language]: { ...translations[language], [said]: word } },
  });
}

/** Own words of a section that a language lacks, `known` being everybody's words in it. */
export function missingOwnWords(
  text: string,
  section: string,
  language: string,
  known: Readonly<Record<string, string>>,
): string[] {
  const { wording, translations }: SampleConfig = JSON.parse(text);
  const said = wordingTexts(wording).filter(({ at }) => at[0] === section);
  const isMissing = (word: string) => !known[word] && !translations?.[language]?.[word];
  return [...new Set(said.map((one) => one.text))].filter(isMissing);
}

/** The same with settings by key: a key stays among the documents or questions when it stands there; every other is a field's. */
export function withSettings(text: string, changed: Record<string, Setting>): string {
  const { documents = {}, fields = {}, questions, ...rest }: SampleConfig = JSON.parse(text);
  const whole = {
    ...rest,
    documents: { ...documents },
    fields: { ...fields },
    ...(questions && { questions: { ...questions } }),
  };
  for (const [key, setting] of Object.entries(changed)) {
    const question = whole.questions?.[key];
    if (question && whole.questions)
      whole.questions[key] = { ...question, display: setting !== 'Hide', required: setting === 'Required' };
    else (key in documents ? whole.documents : whole.fields)[key] = setting;
  }
  return asText(whole);
}

/** Members that say nothing are left out, so that the same settings are the same text. */
function textOf({ wording = {}, translations = {}, ...rest }: SampleConfig): string {
  return asText({
    ...rest,
    ...(Object.keys(wording).length > 0 && { wording }),
    ...(Object.keys(translations).length > 0 && { translations }),
  });
}

function stillSaid(translations: Overlay['translations'] = {}, wording: Overlay['wording']): Overlay['translations'] {
  const texts = new Set(wordingTexts(wording).map(({ text }) => text));
  const kept = Object.entries(translations).map(
    ([language, words]) =>
      [language, Object.fromEntries(Object.entries(words).filter(([text]) => texts.has(text)))] as const,
  );
  return Object.fromEntries(kept.filter(([, words]) => Object.keys(words).length > 0));
}
