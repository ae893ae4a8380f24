import { isDeepStrictEqual } from 'node:util';
import { isRecord } from '../../model/paths';
import type { Path, SchemaNode } from '../../model/types';

/** The lists from which a fixed row is missing, or in which it is not as it was (`x-fixed`; spec 001 §4, is_fixed). */
export function lostFixedRows(schema: SchemaNode, given: unknown, stored: unknown, at: Path = []): Path[] {
  const name = schema['x-fixed'];
  if (typeof name === 'string') return holdsFixed(rowsOf(given), rowsOf(stored), name) ? [] : [at];
  return Object.entries(schema.properties ?? {}).flatMap(([member, node]) =>
    lostFixedRows(node, memberOf(given, member), memberOf(stored, member), [...at, member]),
  );
}

function holdsFixed(given: unknown[], stored: unknown[], name: string): boolean {
  const fixed = stored.filter((row) => isRecord(row) && row[name] === true);
  return fixed.every((row) => given.some((one) => isDeepStrictEqual(one, row)));
}

const rowsOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);
const memberOf = (value: unknown, name: string): unknown => (isRecord(value) ? value[name] : undefined);
