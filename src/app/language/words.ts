import { languages } from 'virtual:languages';
import { sayAll, translate } from '../../model/translate';
import { chosenLanguage } from './chosen';

const chosen = chosenLanguage();
const language = languages.find(({ id }) => id === chosen);
document.documentElement.lang = chosen;
document.documentElement.dir = language?.direction ?? 'ltr';
// Every module with words waits here, so that constants made of them are in the chosen language too.
const words = (await language?.words?.())?.default;

/** A file of schemas/texts in the chosen language; the build puts it around each import (docs/decisions/007). */
export function spokenTexts<T>(texts: T): T {
  return words ? sayAll(texts, words) : texts;
}

/** The same for a flow, of which only some members are read by people. */
export function spokenFlow<T>(flow: T): T {
  return words ? translate(flow, words) : flow;
}
