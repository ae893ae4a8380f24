import { isRecord } from '../model/answers/paths';
import type { Answers, SchemaNode } from '../model/types';

/**
 * Moves answers to another version of their section. Keeps a typed answer if the question's type and choices are
 * unchanged, or if the answer is one of the new choices. Otherwise, uses the stored answer. Drops answers to removed
 * questions.
 */
export function carryAnswers(before: SchemaNode, after: SchemaNode, typed: Answers, stored: Answers): Answers {
  const kept = Object.entries(typed).flatMap(([name, value]) => {
    const node = after.properties?.[name];
    const old = before.properties?.[name];
    // Keeps members that are in neither schema.
    if (!node && !old) return [[name, value] as const];
    const next = node && carry(old, node, value, stored[name]);
    return next === undefined ? [] : [[name, next] as const];
  });
  const added = Object.keys(after.properties ?? {}).filter((name) => !before.properties?.[name] && !(name in typed));
  const out: Answers = Object.fromEntries(kept);
  for (const name of added) if (stored[name] !== undefined) out[name] = stored[name];
  return out;
}

function carry(before: SchemaNode | undefined, after: SchemaNode, typed: unknown, stored: unknown): unknown {
  if (isRecord(typed) && before?.type === 'object' && after.type === 'object')
    return carryAnswers(before, after, typed, isRecord(stored) ? stored : {});
  if (Array.isArray(typed) && before?.type === 'array' && after.type === 'array')
    return carryRows(before, after, typed, stored);
  return isAskedAlike(before, after) || fits(after, typed) ? typed : stored;
}

function carryRows(before: SchemaNode, after: SchemaNode, rows: readonly unknown[], stored: unknown): unknown[] {
  const known: readonly unknown[] = Array.isArray(stored) ? stored : [];
  return rows.map((row, index) => carry(before.items, after.items ?? {}, row, known[index]));
}

function isAskedAlike(before: SchemaNode | undefined, after: SchemaNode): boolean {
  return before?.type === after.type && JSON.stringify(before?.enum) === JSON.stringify(after.enum);
}

function fits({ enum: options }: SchemaNode, typed: unknown): boolean {
  return options?.some((option) => option === typed) ?? false;
}
