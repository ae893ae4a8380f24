import { languages as builtIn, type SpokenLanguage } from 'virtual:languages';
import own from '../../../schemas/language.json';
import type { ServedMessages } from '../../contract/forms';
import { rememberPlace } from './placeOfSwitch';

/** Messages and flows that have changed since this build, initially from the HTML. */
let served: ServedMessages = readServed();

export function servedMessages(): ServedMessages {
  return served;
}

export function storeServedMessages(messages: ServedMessages): void {
  served = messages;
}

export function availableLanguages(): readonly SpokenLanguage[] {
  const loaders = new Map(builtIn.map((language) => [language.id, language.words]));
  return served.languages?.map((language) => ({ ...language, words: loaders.get(language.id) })) ?? builtIn;
}

function readServed(): ServedMessages {
  const text = document.getElementById('served-words')?.textContent;
  return text ? JSON.parse(text) : { files: {} };
}

const COOKIE = 'language';

/** Returns the remembered language, the browser's first supported language, or the default. */
export function chosenLanguage(): string {
  takeLinkLanguage();
  const remembered = new RegExp(`(?:^|; )${COOKIE}=(\\w+)`).exec(document.cookie)?.[1];
  const wanted = [remembered, ...navigator.languages.map((tag) => tag.split('-')[0])];
  return wanted.find(isSpoken) ?? own.id;
}

/** Remembers the URL's language. Removes the parameter, so that it doesn't override a later choice. */
function takeLinkLanguage(): void {
  const url = new URL(window.location.href);
  const language = url.searchParams.get('lang');
  // The Studio's URLs keep all parameters.
  if (language === null || url.pathname === '/studio') return;
  if (isSpoken(language)) rememberLanguage(language);
  url.searchParams.delete('lang');
  window.history.replaceState(window.history.state, '', url);
}

/** Remembers the language in a cookie for a year and reloads the page. */
export function chooseLanguage(language: string): void {
  rememberLanguage(language);
  rememberPlace();
  window.location.reload();
}

function rememberLanguage(language: string): void {
  // biome-ignore lint/suspicious/noDocumentCookie: the cookie store is not in every browser.
  document.cookie = `${COOKIE}=${language}; path=/; max-age=31536000; samesite=lax`;
}

function isSpoken(id: string | undefined): id is string {
  return availableLanguages().some((language) => language.id === id);
}
