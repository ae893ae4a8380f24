import { getIn, isRecord, keyOf, setIn } from '../../../model/paths';
import type {
  Answers,
  Checker,
  Context,
  FieldError,
  Path,
  PlainSection,
  SchemaNode,
  UiNode,
} from '../../../model/types';
import { exampleValues } from './exampleValues';

/** Answers with which the section may be saved, or what stands in the way of any. */
export type Completion = { answers: Answers } | { stuck: FieldError };

interface Search {
  plain: Pick<PlainSection, 'schema' | 'ui'>;
  checker: Checker;
  context: Context;
  /** Fields whose answer may not be changed any more. */
  fixed: ReadonlySet<string>;
  /** How many more answers may be tried. */
  left: number;
  stuck?: FieldError;
}

/** So many options of one question are tried all; of a longer list the first that fits. */
const FEW = 6;
const MOST_TRIES = 4000;

/**
 * Fills a section as an applicant would: answers what is missing, mends what is wrong, and goes back to another option where it leads
 * nowhere. Fields that are not drawn or only read are not filled. `given` are answers that stay.
 */
export function completeSection(
  plain: Pick<PlainSection, 'schema' | 'ui'>,
  checker: Checker,
  context: Context,
  given: Answers = {},
  fixed: ReadonlySet<string> = new Set(),
): Completion {
  const search: Search = { plain, checker, context, fixed, left: MOST_TRIES };
  const answers = solve(search, given);
  if (answers) return { answers: checker.check(answers, context).answers };
  return { stuck: search.stuck ?? { path: [], keyword: 'unknown', message: 'no answers were found' } };
}

function solve(search: Search, answers: Answers): Answers | undefined {
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
    const solved = solve(search, next);
    if (solved) return solved;
    // Another text would not help what comes after; another option may.
    if (!isChoice(place.node)) return undefined;
  }
  return fail(search, error);
}

function fail(search: Search, error: FieldError): undefined {
  search.stuck ??= error;
}

/** A list may be short of a further row, or have other faults than before. */
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

/** True for a question with few answers. */
export function isChoice(node: SchemaNode): boolean {
  return node.type === 'boolean' || (node.enum !== undefined && node.enum.length <= FEW);
}
