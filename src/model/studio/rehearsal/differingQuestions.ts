import { expandPattern, keyOf } from '../../answers/paths';
import { sectionMessages } from '../../section/resolveSection';
import type { Answers, PlainSection, SchemaNode, Shape, UiNode } from '../../types';
import { diffLines } from '../diffLines';
import { listQuestions, nodeAt, splitPath, uiAt } from '../sectionFile';

export const differences = ['added', 'removed', 'changed', 'moved'] as const;
export type Difference = (typeof differences)[number];

export interface DifferingQuestion {
  /** `address/[]/city`, or '' for the section itself. */
  key: string;
  label: string;
  how: Difference;
}

export interface SeenSection {
  section: PlainSection;
  shape: Shape;
}

/** Lists the questions that differ for one applicant. */
export function differingQuestions(
  live: SeenSection | undefined,
  draft: SeenSection | undefined,
  answers: Answers,
): DifferingQuestion[] {
  const [before, after] = [seenQuestions(live, answers), seenQuestions(draft, answers)];
  const moved = movedKeys([...before.keys()], [...after.keys()]);
  const how = (key: string): Difference | undefined => {
    const [was, is] = [before.get(key), after.get(key)];
    if (!was) return 'added';
    if (!is) return 'removed';
    if (was.text !== is.text) return 'changed';
    return moved.has(key) ? 'moved' : undefined;
  };
  return [...new Map([...before, ...after])].flatMap(([key, { label }]) => {
    const found = how(key);
    return found ? [{ key, label, how: found }] : [];
  });
}

interface SeenQuestion {
  label: string;
  /** Everything an applicant can notice, as text to compare. */
  text: string;
}

function seenQuestions(seen: SeenSection | undefined, answers: Answers): Map<string, SeenQuestion> {
  if (!seen) return new Map();
  const { schema, ui, strict, name } = seen.section;
  const messages = sectionMessages(strict);
  const listed = [{ path: [], label: schema.title ?? name }, ...listQuestions(schema, schema, ui)];
  return new Map(
    listed.flatMap(({ path, label }) => {
      const key = path.join('/');
      const places = expandPattern(key, answers).map(keyOf);
      if (places.length > 0 && places.every((place) => isHidden(place, seen.shape))) return [];
      const says = messages.filter(({ field }) => field === key);
      const isRequired = requires(schema, path) || places.some((place) => seen.shape.required.has(place));
      const text = JSON.stringify([ownSchema(nodeAt(schema, path)), ownUi(uiAt(ui, path)), says, isRequired]);
      return [[key, { label, text }] as const];
    }),
  );
}

/** Also true if a parent is hidden: hiding `address/0` hides `address/0/city`. */
function isHidden(place: string, { hidden }: Shape): boolean {
  const parts = place.split('/');
  return parts.some((_, depth) => hidden.has(parts.slice(0, depth + 1).join('/')));
}

function requires(schema: SchemaNode, path: readonly string[]): boolean {
  const { above, name } = splitPath(path);
  return nodeAt(schema, above)?.required?.includes(name) ?? false;
}

function ownSchema(node: SchemaNode | undefined): SchemaNode {
  const { properties, required, items, 'x-config': _setting, 'x-pii': _protection, ...own } = node ?? {};
  return items && !items.properties ? { ...own, items } : own;
}

function ownUi(ui: UiNode): Record<string, unknown> {
  return Object.fromEntries(Object.entries(ui).filter(([name]) => name.startsWith('ui:') && name !== 'ui:order'));
}

/** Returns the fewest keys that have to move to get the new order. */
function movedKeys(before: readonly string[], after: readonly string[]): Set<string> {
  const lines = diffLines(before.filter((key) => after.includes(key)).join('\n'), after.join('\n'));
  return new Set(lines.filter(({ sign, line }) => sign === '+' && before.includes(line)).map(({ line }) => line));
}
