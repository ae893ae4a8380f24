/** The day a move-in is offered for until another is chosen (spec 000, section 9): `'2026-11-21'` → `'2026-12-01'`. */
export function firstOfNextMonth(today: string): string {
  const [year = 0, month = 0] = today.split('-').map(Number);
  return new Date(Date.UTC(year, month, 1)).toISOString().slice(0, 10);
}
