import { languages as builtIn, type SpokenLanguage } from 'virtual:languages';
import type { ServedWords } from '../../contract/forms';

/** What the server says otherwise than this build; at first what it has put into the HTML (src/server/http/appFiles.ts). */
let served: ServedWords = readServed();

export function servedWords(): ServedWords {
  return served;
}

export function keepServedWords(words: ServedWords): void {
  served = words;
}

/** The languages that the applicant may choose: those of the schema files as they are now. */
export function spokenLanguages(): readonly SpokenLanguage[] {
  const words = new Map(builtIn.map((language) => [language.id, language.words]));
  return served.languages?.map((language) => ({ ...language, words: words.get(language.id) })) ?? builtIn;
}

function readServed(): ServedWords {
  const text = document.getElementById('served-words')?.textContent;
  return text ? JSON.parse(text) : { files: {} };
}
