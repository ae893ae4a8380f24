/** Returns a language's name in the page's language: `'es'` → `'Spanish'`. */
export function languageName(code: string): string {
  const page = document.documentElement.lang || 'en';
  return code ? (new Intl.DisplayNames([page], { type: 'language' }).of(code) ?? code) : code;
}
