/** `'es'` → `'Spanish'`, in the page's language. */
export function languageName(code: string): string {
  const page = document.documentElement.lang || 'en';
  return code ? (new Intl.DisplayNames([page], { type: 'language' }).of(code) ?? code) : code;
}
