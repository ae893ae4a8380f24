/** `('get', ['office', 'applications', 'By', 'id'])` → `'getOfficeApplicationsById'` */
export function nameOperation(verb: string, parts: readonly string[]): string {
  return verb + parts.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join('');
}
