import type { Context, SchemaNode } from './types';

/** The first and last day a date field's own rules allow, ISO, both included; for calendars, not for the verdict. */
export function dateBounds(node: SchemaNode, { today }: Context): { min?: string; max?: string } {
  const age = node['x-age'] as { min?: number; max?: number } | undefined;
  const min = node['x-notInPast']
    ? today
    : node['x-inFuture']
      ? shift(today, 0, 1)
      : age?.max === undefined
        ? undefined
        : shift(today, -age.max - 1, 1);
  const max = node['x-notInFuture'] ? today : age?.min ? shift(today, -age.min, 0) : age ? today : undefined;
  return { ...(min && { min }), ...(max && { max }) };
}

/** `('2026-11-21', -18, 0)` → `'2008-11-21'`; 29 February falls on 1 March where there is none. */
function shift(day: string, years: number, days: number): string {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number);
  return new Date(Date.UTC(year + years, month - 1, date + days)).toISOString().slice(0, 10);
}
