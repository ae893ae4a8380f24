import { isRecord, ownMember } from '../answers/paths';
import type { Condition, SchemaNode } from '../types';

/** A condition. `is` has one answer per line, or is undefined for any answer. */
export interface AskedRow {
  field?: string;
  how?: 'is' | 'isNot';
  is?: string;
}

export interface Asked {
  mode: 'all' | 'any';
  rows: AskedRow[];
}

/** Reads a field's condition. Undefined if only JSON can express the condition. */
export function readAsked(parent: SchemaNode, name: string): Asked | undefined {
  const rules = (parent['x-conditions'] ?? []).filter((one) => one.show?.includes(name));
  const each = rules.map((rule) => (rule['x-config'] ? undefined : toRows(rule.if)));
  if (each.some((rows) => !rows)) return undefined;
  const rows = each.flatMap((some) => some ?? []);
  if (rules.length > 1 && rows.length > rules.length) return undefined;
  return { mode: rules.length > 1 ? 'any' : 'all', rows };
}

function toRows(rule: unknown): AskedRow[] | undefined {
  if (!isRecord(rule)) return undefined;
  const { properties = {}, required = [], not, allOf = [], ...rest } = rule;
  if (Object.keys(rest).length || !isRecord(properties) || !Array.isArray(required) || !Array.isArray(allOf))
    return undefined;
  const negated = [...(not === undefined ? [] : [{ not }]), ...allOf];
  const fields = [...new Set([...Object.keys(properties), ...required])];
  const rows = [
    ...fields.map((field) => toRow(field, ownMember(properties, field), required)),
    ...negated.map(negatedRow),
  ];
  return rows.every((row) => row !== undefined) ? rows : undefined;
}

function toRow(field: string, test: unknown, required: unknown[]): AskedRow | undefined {
  if (!required.includes(field)) return undefined;
  if (test === undefined) return { field, how: 'is' };
  const { const: value, enum: values = [value], ...others } = Object(test);
  if (Object.keys(others).length || !Array.isArray(values) || values.includes(undefined)) return undefined;
  return { field, how: 'is', is: values.map(String).join('\n') };
}

function negatedRow(part: unknown): AskedRow | undefined {
  if (!isRecord(part) || Object.keys(part).join() !== 'not') return undefined;
  const [row, ...more] = toRows(part.not) ?? [];
  return row && row.how === 'is' && more.length === 0 ? { ...row, how: 'isNot' } : undefined;
}

/** Replaces a field's condition in `parent`. */
export function writeAsked(parent: SchemaNode, name: string, { mode, rows }: Asked): void {
  const before = parent['x-conditions'] ?? [];
  const isRequired = before.some((one) => one.show?.includes(name) && one.require?.includes(name));
  const others = before.flatMap((one) => (one.show?.includes(name) ? without(one, name) : [one]));
  const whole = rows.filter((row): row is AskedRow & { field: string } => Boolean(row.field));
  const tests = mode === 'all' ? [whole] : whole.map((row) => [row]);
  const own = tests
    .filter((some) => some.length > 0)
    .map((some): Condition => ({ if: toTest(parent, some), show: [name], ...(isRequired && { require: [name] }) }));
  const conditions = [...others, ...own];
  if (conditions.length) parent['x-conditions'] = conditions;
  else delete parent['x-conditions'];
}

/** Returns a condition without a field, or nothing if the condition has no other fields. */
export function without(condition: Condition, name: string): Condition[] {
  const left = Object.entries(condition).flatMap(([key, value]) => {
    if ((key !== 'show' && key !== 'require') || !Array.isArray(value)) return [[key, value]];
    const names = value.filter((one) => one !== name);
    return names.length > 0 ? [[key, names]] : [];
  });
  const next: Condition = { if: condition.if, ...Object.fromEntries(left) };
  return next.show || next.require ? [next] : [];
}

function toTest(parent: SchemaNode, rows: (AskedRow & { field: string })[]): Record<string, unknown> {
  const negated = rows.filter(({ how }) => how === 'isNot').map((row) => ({ not: oneTest(parent, [row]) }));
  const plain = rows.filter(({ how }) => how !== 'isNot');
  const [first, ...more] = negated;
  return { ...(plain.length > 0 && oneTest(parent, plain)), ...(more.length ? { allOf: negated } : first) };
}

function oneTest(parent: SchemaNode, rows: (AskedRow & { field: string })[]): Record<string, unknown> {
  const tests = rows.flatMap(({ field, is = '' }) => {
    const values = splitLines(is).map((line) => parseAnswer(ownMember(parent.properties, field), line));
    if (values.length === 0) return [];
    return [[field, values.length === 1 ? { const: values[0] } : { enum: values }] as const];
  });
  const properties = tests.length > 0 && { properties: Object.fromEntries(tests) };
  return { ...properties, required: [...new Set(rows.map(({ field }) => field))] };
}

/** Returns a text's lines, trimmed and without empty lines. */
export const splitLines = (text: string) => text.split('\n').flatMap((line) => line.trim() || []);

function parseAnswer(node: SchemaNode | undefined, text: string): unknown {
  const isNumber = node?.type === 'integer' || node?.type === 'number' || typeof node?.oneOf?.[0]?.const === 'number';
  if (isNumber && !Number.isNaN(Number(text))) return Number(text);
  const isBoolean = node?.type === 'boolean' && /^(true|false)$/.test(text);
  return isBoolean ? text === 'true' : text;
}
