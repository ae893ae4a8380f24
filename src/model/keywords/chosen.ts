import type { Context } from '../types';

interface Chosen {
  field: string;
  list: string;
  key: string;
  property: string;
  const?: unknown;
  minimum?: number;
  exclusiveMaximum?: number;
}

/** `x-chosen`: the row that an answer names in one of the server's lists meets the test (spec 000 §2, desired rent). False while nothing is chosen. */
export function isChosen(
  answers: Record<string, unknown>,
  spec: Chosen,
  _parent: unknown,
  { lists }: Context,
): boolean {
  const answer = answers[spec.field];
  const row =
    answer === undefined ? undefined : lists?.[spec.list]?.find((item) => String(item[spec.key]) === String(answer));
  if (!row) return false;
  const value = row[spec.property];
  if ('const' in spec && value !== spec.const) return false;
  if (spec.minimum !== undefined && !(Number(value) >= spec.minimum)) return false;
  return spec.exclusiveMaximum === undefined || Number(value) < spec.exclusiveMaximum;
}
