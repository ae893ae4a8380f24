import { isRecord } from '../../../src/model/answers/paths';
import type { Answers, Path, SchemaNode } from '../../../src/model/types';
import type { NextPayload } from './seedOperator';

/** A text field, and its earlier value. */
export interface FilledDraft {
  path: Path;
  text: string;
  before: unknown;
}

const takesText = ({ type, enum: words, oneOf }: SchemaNode) => type === 'string' && !words && !oneOf;

/** Returns answers with every field of the schema: texts get payloads, and choices get their first option. */
export function draftOf(
  node: SchemaNode,
  nextPayload: NextPayload,
  path: Path = [],
): { answer: unknown; fields: string[] } {
  if (takesText(node)) return { answer: nextPayload(), fields: [path.join('.')] };
  if (node.items) {
    const row = draftOf(node.items, nextPayload, [...path, 0]);
    return { answer: [row.answer], fields: row.fields };
  }
  if (node.properties) {
    const parts = Object.entries(node.properties).map(
      ([name, child]) => [name, draftOf(child, nextPayload, [...path, name])] as const,
    );
    const answer = Object.fromEntries(parts.map(([name, part]) => [name, part.answer]));
    return { answer, fields: parts.flatMap(([, part]) => part.fields) };
  }
  const chosen = node.enum?.[0] ?? node.oneOf?.[0]?.const;
  return { answer: chosen ?? (node.type === 'boolean' ? true : 1), fields: [] };
}

/** Replaces every text in these answers with a payload, including optional fields. Modifies the answers. */
export function fillWithPayload(
  node: SchemaNode,
  answers: Answers,
  nextPayload: NextPayload,
  path: Path = [],
): FilledDraft[] {
  return Object.entries(node.properties ?? {}).flatMap(([name, child]) => {
    const at = [...path, name];
    const before = answers[name];
    if (takesText(child)) {
      const text = nextPayload();
      answers[name] = text;
      return [{ path: at, text, before }];
    }
    if (Array.isArray(before) && child.items)
      return before.flatMap((row, index) =>
        isRecord(row) ? fillWithPayload(child.items ?? {}, row, nextPayload, [...at, index]) : [],
      );
    return isRecord(before) ? fillWithPayload(child, before, nextPayload, at) : [];
  });
}
