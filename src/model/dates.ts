/** A stored date the way it is typed: `'2026-12-25'` → `'12/25/2026'`; any other text as it is. */
export function dateText(value: unknown): string {
  const [, year, month, day] = /^(\d{4})-(\d{2})-(\d{2})$/.exec(String(value ?? '')) ?? [];
  return year ? `${month}/${day}/${year}` : String(value ?? '');
}
