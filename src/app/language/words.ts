import { sayAll, translate } from '../../model/translate';
import { chosenLanguage, type Language } from './chosen';

type Words = Readonly<Record<string, string>>;

// Fetched only by those who read that language.
const catalogues: Partial<Record<Language, () => Promise<{ default: Words }>>> = {
  es: () => import('virtual:words/es'),
};

const language = chosenLanguage();
document.documentElement.lang = language;
// Every module with words waits here, so that constants made of them are in the chosen language too.
const words = (await catalogues[language]?.())?.default;

/** A file of schemas/texts in the chosen language; the build puts it around each import (docs/decisions/007). */
export function spokenTexts<T>(texts: T): T {
  return words ? sayAll(texts, words) : texts;
}

/** The same for a flow, of which only some members are read by people. */
export function spokenFlow<T>(flow: T): T {
  return words ? translate(flow, words) : flow;
}
