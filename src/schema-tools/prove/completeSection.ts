import { getIn, isRecord, keyOf, setIn } from '../../model/answers/paths';
import { addDays, dateBounds } from '../../model/format/dates';
import type { Answers, Checker, Context, FieldError, Path, PlainSection, SchemaNode, UiNode } from '../../model/types';
import { matchPattern } from './matchPattern';

type Completion = { answers: Answers } | { stuck: FieldError };

interface Search {
  plain: Pick<PlainSection, 'schema' | 'ui'>;
  checker: Checker;
  context: Context;
  fixed: ReadonlySet<string>;
  left: number;
  stuck?: FieldError;
}

/** If a question has more options than this, only the first option that fits is tried. */
const MAX_OPTIONS = 6;
const MAX_TRIES = 4000;

/**
 * Fills in a section with backtracking. Replaces invalid `given` answers unless they're `fixed`. Hidden and read-only
 * fields get only their default.
 */
export function completeSection(
  plain: Pick<PlainSection, 'schema' | 'ui'>,
  checker: Checker,
  context: Context,
  given: Answers = {},
  fixed: ReadonlySet<string> = new Set(),
): Completion {
  const search: Search = { plain, checker, context, fixed, left: MAX_TRIES };
  const answers = findAnswers(search, given);
  if (answers) return { answers: checker.check(answers, context).answers };
  return { stuck: search.stuck ?? { path: [], keyword: 'unknown', message: 'no answers were found' } };
}

function findAnswers(search: Search, answers: Answers): Answers | undefined {
  const [error] = search.checker.check(answers, search.context).errors;
  if (!error) return answers;
  const place = placeAt(search.plain, error.path);
  const before = getIn(answers, error.path);
  if (!place || search.fixed.has(keyOf(error.path))) return fail(search, error);
  for (const value of valuesFor(place, error, before, answers, search.context)) {
    if (search.left-- <= 0) return fail(search, error);
    const next = setIn(answers, error.path, value);
    const still = search.checker
      .check(next, search.context)
      .errors.find((one) => keyOf(one.path) === keyOf(error.path));
    if (still && !grows(still, error, value)) continue;
    const solved = findAnswers(search, next);
    if (solved) return solved;
    // Another value can help later fields only if this field is a choice.
    if (!isChoice(place.node)) return undefined;
  }
  return fail(search, error);
}

function fail(search: Search, error: FieldError): undefined {
  search.stuck ??= error;
}

/** True if the value is a group or list that needs more, such as another row. */
function grows(still: FieldError, error: FieldError, value: unknown): boolean {
  return typeof value === 'object' && (still.keyword !== error.keyword || Array.isArray(value));
}

interface FieldPlace {
  node: SchemaNode;
  ui: UiNode;
}

function valuesFor(
  { node, ui }: FieldPlace,
  error: FieldError,
  before: unknown,
  answers: Answers,
  context: Context,
): unknown[] {
  if (node.type === 'object') return before === undefined ? [{}] : [];
  if (node.type === 'array') return rowsFor(node, ui, error.path, before, answers, context);
  if (ui['ui:widget'] === 'hidden' || node.readOnly) return node.default === undefined ? [] : [node.default];
  return exampleValues(node, error.path, answers, context);
}

function rowsFor(
  node: SchemaNode,
  ui: UiNode,
  path: Path,
  before: unknown,
  answers: Answers,
  context: Context,
): unknown[] {
  const rows: unknown[] = Array.isArray(before) ? before : [];
  if (rows.length >= Math.max(Number(node.minItems ?? 1), 1)) return [];
  const list = isRecord(ui['ui:list']) ? ui['ui:list'] : {};
  const first = rows.length === 0 && isRecord(list.first) ? list.first : {};
  if (node.items?.type === 'object') return [[...rows, first]];
  const values = node.items ? exampleValues(node.items, [...path, rows.length], answers, context) : [];
  return values.map((value) => [...rows, value]);
}

function placeAt({ schema, ui }: Pick<PlainSection, 'schema' | 'ui'>, path: Path): FieldPlace | undefined {
  const [part, ...rest] = path;
  if (part === undefined) return { node: schema, ui };
  const node = typeof part === 'number' ? schema.items : schema.properties?.[part];
  const below = ui[typeof part === 'number' ? 'items' : part];
  return node && placeAt({ schema: node, ui: isRecord(below) ? below : {} }, rest);
}

export function isChoice(node: SchemaNode): boolean {
  return node.type === 'boolean' || (node.enum !== undefined && node.enum.length <= MAX_OPTIONS);
}

const TEXTS = [
  'Robin',
  'Austin, near the river',
  '78704',
  '15125550123',
  '219-09-9999',
  '1234',
  '021000021',
  '123456789012',
  'robin.hale@example.com',
  'Harbor!View2026',
  'data:image/png;base64,iVBORw0KGgo=',
  '2026',
  '7',
];

function exampleValues(node: SchemaNode, path: Path, answers: Answers, context: Context): unknown[] {
  const given = [...(node.default === undefined ? [] : [node.default]), ...(node.examples ?? [])];
  if (node.enum) return [...given, ...node.enum];
  if ('const' in node) return [node.const];
  if (node.type === 'boolean') return [...given, true, false];
  if (node.type === 'number' || node.type === 'integer') return [...given, ...numbers(node)];
  if (node.type !== 'string') return given;
  const around = getIn(answers, path.slice(0, -1));
  const siblings = isRecord(around) ? around : undefined;
  const same = siblings?.[String(node['x-sameAs'] ?? node['x-sameText'])];
  const texts = node.format === 'date' ? dates(node, siblings, context) : strings(node, path, context);
  return [...(same === undefined ? [] : [same]), ...given, ...texts];
}

function numbers(node: SchemaNode): number[] {
  const low = Number(node.minimum ?? (node.exclusiveMinimum === undefined ? 1 : Number(node.exclusiveMinimum) + 1));
  const high = Number(node.maximum ?? (node.exclusiveMaximum === undefined ? low : Number(node.exclusiveMaximum) - 1));
  return [Math.max(low, 1), low, high, 1200];
}

function dates(node: SchemaNode, siblings: Answers | undefined, context: Context): string[] {
  const { min, max } = dateBounds(node, context);
  const other = siblings?.[String(node['x-after'] ?? node['x-notBefore'])];
  const after = typeof other === 'string' ? [addDays(other, 1), other] : [];
  const near = [-1, 0, 1, 30, -400, -30 * 365, -50 * 365].map((days) => addDays(context.today, days));
  return [...after, ...near, ...[min, max].filter((day) => day !== undefined)];
}

function strings(node: SchemaNode, path: Path, { applicant }: Context): string[] {
  const least = Number(node.minLength ?? 0);
  const most = Number(node.maxLength ?? Infinity);
  const made = typeof node.pattern === 'string' ? matchPattern(node.pattern) : undefined;
  // In some lists, no two rows may be the same.
  const row = path.find((part) => typeof part === 'number') ?? 0;
  const known = [
    ...(applicant ? [`${applicant.first_name} ${applicant.last_name}`] : []),
    ...TEXTS,
    ...(made ? [made] : []),
  ];
  const turned = row ? known.map((text) => text.replace(/.$/, String(row))) : known;
  return turned.map((text) => text.padEnd(least, 'a').slice(0, most));
}
