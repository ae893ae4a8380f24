import { isRecord } from '../../../src/model/answers/paths';
import type { Answers, Path, SchemaNode } from '../../../src/model/types';
import type { Deal } from './plant';

/** A text field, and its earlier value. */
export interface Planted {
  path: Path;
  text: string;
  before: unknown;
}

const takesText = ({ type, enum: words, oneOf }: SchemaNode) => type === 'string' && !words && !oneOf;

/** Answers with every field of the schema: texts get payloads, and choices open the most questions. */
export function draftOf(node: SchemaNode, deal: Deal, path: Path = []): { answer: unknown; fields: string[] } {
  if (takesText(node)) return { answer: deal(), fields: [path.join('.')] };
  if (node.items) {
    const row = draftOf(node.items, deal, [...path, 0]);
    return { answer: [row.answer], fields: row.fields };
  }
  if (node.properties) {
    const parts = Object.entries(node.properties).map(
      ([name, child]) => [name, draftOf(child, deal, [...path, name])] as const,
    );
    const answer = Object.fromEntries(parts.map(([name, part]) => [name, part.answer]));
    return { answer, fields: parts.flatMap(([, part]) => part.fields) };
  }
  const chosen = node.enum?.[0] ?? node.oneOf?.[0]?.const;
  return { answer: chosen ?? (node.type === 'boolean' ? true : 1), fields: [] };
}

/** Replaces every text in these answers with a payload, including optional fields. Modifies the answers. */
export function plantIn(node: SchemaNode, answers: Answers, deal: Deal, path: Path = []): Planted[] {
  return Object.entries(node.properties ?? {}).flatMap(([name, child]) => {
    const at = [...path, name];
    const before = answers[name];
    if (takesText(child)) {
      const text = deal();
      answers[name] = text;
      return [{ path: at, text, before }];
    }
    if (Array.isArray(before) && child.items)
      return before.flatMap((row, index) =>
        isRecord(row) ? plantIn(child.items ?? {}, row, deal, [...at, index]) : [],
      );
    return isRecord(before) ? plantIn(child, before, deal, at) : [];
  });
}
