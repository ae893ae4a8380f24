import own from '../../../schemas/language.json';
import { spokenLanguages } from './servedWords';

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
