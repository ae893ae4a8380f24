import type { RJSFSchema } from '@rjsf/utils';
import { isRecord } from '../../src/model/paths';

/** The numbers of a list of phones, whichever of its two shapes it has, and the list after a change. */
export function phoneRows(value: unknown, schema: RJSFSchema) {
  const items = schema.items as RJSFSchema | undefined;
  const asObjects = items?.type === 'object';
  const stored: unknown[] = Array.isArray(value) && value.length ? value : [asObjects ? {} : ''];
  const numbers = stored.map((row) => (isRecord(row) ? row.number : row) as string | undefined);
  const made = (row: unknown, number: string | undefined) =>
    asObjects ? { ...(isRecord(row) ? row : {}), number } : (number ?? '');
  return {
    numbers,
    id: (id: string, index: number) => (asObjects ? `${id}_${index}_number` : `${id}_${index}`),
    isTwice: (index: number) => Boolean(numbers[index]) && numbers.indexOf(numbers[index]) < index,
    with(index: number, number: string | undefined): unknown[] {
      const next = [...stored];
      next[index] = made(stored[index], number);
      return next;
    },
    without: (index: number): unknown[] => stored.filter((_, at) => at !== index),
  };
}
