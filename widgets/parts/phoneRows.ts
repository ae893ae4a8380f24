import type { RJSFSchema } from '@rjsf/utils';
import { isRecord } from '../../src/model/paths';
import type { Path } from '../../src/model/types';

/** The numbers of a list of phones, whichever of its two shapes it has, and where each one stands. There is always one to begin with. */
export function phoneRows(value: unknown, schema: RJSFSchema) {
  const items = schema.items as RJSFSchema | undefined;
  const below = items?.type === 'object' ? ['number'] : [];
  const empty = below.length ? {} : '';
  const stored: unknown[] = Array.isArray(value) && value.length ? value : [undefined];
  const numbers = stored.map((row) => (isRecord(row) ? row.number : row) as string | undefined);
  return {
    numbers,
    /** Below the list: `[1]`, or `[1, 'number']`. */
    below: (index: number): Path => [index, ...below],
    /** The list with a row that has no number yet. */
    withOne: (): unknown[] => [...stored.map((row) => row ?? empty), empty],
    isTwice: (index: number) => Boolean(numbers[index]) && numbers.indexOf(numbers[index]) < index,
  };
}
