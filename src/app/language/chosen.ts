const COOKIE = 'language';

/** The languages the app itself speaks; the first is that of the schema files. */
export const languages = [
  { id: 'en', name: 'English' },
  { id: 'es', name: 'Español' },
] as const;

export type Language = (typeof languages)[number]['id'];

/** The applicant's choice, else the first language of their browser that the app speaks. */
export function chosenLanguage(): Language {
  const remembered = new RegExp(`(?:^|; )${COOKIE}=(\\w+)`).exec(document.cookie)?.[1];
  const wanted = [remembered, ...navigator.languages.map((tag) => tag.slice(0, 2))];
  return wanted.find(isKnown) ?? languages[0].id;
}

/**
 * Remembers the choice for a year and draws the page anew: what was typed lies in drafts. A cookie, since logging out
 * empties the storage.
 */
export function chooseLanguage(language: Language): void {
  // biome-ignore lint/suspicious/noDocumentCookie: the cookie store is not in every browser.
  document.cookie = `${COOKIE}=${language}; path=/; max-age=31536000; samesite=lax`;
  window.location.reload();
}

function isKnown(id: string | undefined): id is Language {
  return languages.some((language) => language.id === id);
}
