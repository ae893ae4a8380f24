import type { SchemaNode } from '../model/types';

const NUMBER = /^-?\d+(\.\d*)?$|^-?\.\d+$/;

/**
 * What a widget says as the schema wants it: empty text is no answer, the text of an option or a number becomes that option or
 * number; anything else stays as typed, for the schema to refuse. `({ type: 'integer' }, '3')` → `3`.
 */
export function toAnswer(schema: SchemaNode, value: unknown): unknown {
  if (typeof value !== 'string') return value ?? undefined;
  if (value === '') return undefined;
  const option = schema.enum?.find((known) => String(known) === value);
  if (option !== undefined) return option;
  const numeric = schema.type === 'number' || schema.type === 'integer';
  return numeric && NUMBER.test(value) ? Number(value) : value;
}
