/** `('get', ['office', 'applications', 'By', 'id'])` → `'getOfficeApplicationsById'` */
export function nameOperation(verb: string, words: readonly string[]): string {
  return verb + words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join('');
}
