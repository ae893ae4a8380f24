import { ownMember } from '../answers/paths';
import { wordingTexts } from '../messages/wording';
import type { FieldWording, SampleConfig, Setting, SubscriberSettings } from '../types';
import { toJsonText } from './sectionFile';

/** Sets a field's wording, or removes it if `given` is undefined. Drops unused translations. */
export function setCustomText(text: string, section: string, field: string, given: FieldWording | undefined): string {
  const whole: SampleConfig = JSON.parse(text);
  const { [field]: _before, ...others } = ownMember(whole.wording, section) ?? {};
  const own = given ? { ...others, [field]: given } : others;
  const { [section]: _section, ...sections } = whole.wording ?? {};
  const wording = Object.keys(own).length ? { ...sections, [section]: own } : sections;
  return serialize({ ...whole, wording, translations: keepUsedTranslations(whole.translations, wording) });
}

export function setTranslation(text: string, language: string, source: string, word: string): string {
  const whole: SampleConfig = JSON.parse(text);
  const { translations = {} } = whole;
  return serialize({
    ...whole,
    translations: { ...translations, [language]: { ...translations[language], [source]: word } },
  });
}

export function findMissingTranslations(
  text: string,
  section: string,
  language: string,
  known: Readonly<Record<string, string>>,
): string[] {
  const { wording, translations }: SampleConfig = JSON.parse(text);
  const source = wordingTexts(wording).filter(({ at }) => at[0] === section);
  const isMissing = (word: string) => !ownMember(known, word) && !ownMember(ownMember(translations, language), word);
  return [...new Set(source.map((one) => one.text))].filter(isMissing);
}

/** Writes settings. Known keys stay under documents, fields or questions. New keys go under fields. */
export function withSettings(text: string, changed: Record<string, Setting>): string {
  const { documents = {}, fields = {}, questions, ...rest }: SampleConfig = JSON.parse(text);
  const whole = {
    ...rest,
    documents: { ...documents },
    fields: { ...fields },
    ...(questions && { questions: { ...questions } }),
  };
  for (const [key, setting] of Object.entries(changed)) {
    const question = ownMember(whole.questions, key);
    if (question && whole.questions)
      whole.questions[key] = { ...question, display: setting !== 'Hide', required: setting === 'Required' };
    else (Object.hasOwn(documents, key) ? whole.documents : whole.fields)[key] = setting;
  }
  return toJsonText(whole);
}

/** Leaves out empty `wording` and `translations`, so that equal settings have equal text. */
function serialize({ wording = {}, translations = {}, ...rest }: SampleConfig): string {
  return toJsonText({
    ...rest,
    ...(Object.keys(wording).length > 0 && { wording }),
    ...(Object.keys(translations).length > 0 && { translations }),
  });
}

function keepUsedTranslations(
  translations: SubscriberSettings['translations'] = {},
  wording: SubscriberSettings['wording'],
): SubscriberSettings['translations'] {
  const texts = new Set(wordingTexts(wording).map(({ text }) => text));
  const kept = Object.entries(translations).map(
    ([language, wording]) =>
      [language, Object.fromEntries(Object.entries(wording).filter(([text]) => texts.has(text)))] as const,
  );
  return Object.fromEntries(kept.filter(([, wording]) => Object.keys(wording).length > 0));
}
