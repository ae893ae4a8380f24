import { languages as builtIn, type SpokenLanguage } from 'virtual:languages';
import own from '../../../schemas/language.json';
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

const COOKIE = 'language';

/** The applicant's choice, else the first language of their browser that the app speaks. */
export function chosenLanguage(): string {
  const remembered = new RegExp(`(?:^|; )${COOKIE}=(\\w+)`).exec(document.cookie)?.[1];
  const wanted = [remembered, ...navigator.languages.map((tag) => tag.split('-')[0])];
  return wanted.find(isSpoken) ?? own.id;
}

/**
 * Remembers the choice for a year and draws the page anew: what was typed lies in drafts. A cookie, since logging out
 * empties the storage.
 */
export function chooseLanguage(language: string): void {
  // biome-ignore lint/suspicious/noDocumentCookie: the cookie store is not in every browser.
  document.cookie = `${COOKIE}=${language}; path=/; max-age=31536000; samesite=lax`;
  window.location.reload();
}

function isSpoken(id: string | undefined): id is string {
  return spokenLanguages().some((language) => language.id === id);
}
