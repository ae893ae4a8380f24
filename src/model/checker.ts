import { boundErrors, clip } from './bounds';
import { isRecord, parsePointer } from './paths';
import { prune, shapeOf } from './prune';
import type {
  Answers,
  Checker,
  CompiledFunctions,
  Context,
  FieldError,
  PlainSection,
  RawError,
  SchemaNode,
} from './types';

/** The name of the function that judges the whole section. */
export const VALIDATE = 'validate';

/** What is wrong with answers that hold their context. */
type Judge = (answers: Record<string, unknown>) => readonly RawError[] | null | undefined;

/**
 * The one verdict on a section's answers, the same on both sides: clip, normalise, drop what is not asked, validate. `judge` runs the
 * section's function where somebody else holds it.
 */
export function createChecker(
  section: Pick<PlainSection, 'schema' | 'rules' | 'removed'>,
  functions: CompiledFunctions,
  judge: Judge = judgeBy(functions),
): Checker {
  const asked = (answers: Answers, context: Context) =>
    prune(section, functions, normalise(section.schema, clip(section.schema, answers)), context);
  return {
    functions,
    // Of what is asked only: a hidden answer must not go on showing others.
    shape: (answers, context) => shapeOf(section.rules, functions, asked(answers, context), context),
    check(answers, context) {
      const kept = asked(answers, context);
      return { answers: kept, errors: boundErrors(fieldErrors(judge(withContext(kept, context)))) };
    },
  };
}

function judgeBy({ [VALIDATE]: validate }: CompiledFunctions): Judge {
  if (!validate) throw new Error(`A section was compiled without its function '${VALIDATE}'`);
  return (answers) => (validate(answers) ? [] : validate.errors);
}

function withContext(answers: Record<string, unknown>, context: Context): Record<string, unknown> {
  return { ...answers, $context: context };
}

/**
 * AJV's errors as messages at fields: a missing or unknown member is put at that member, not at its parent, and
 * 'must match then schema', which says nothing to a person, is left out.
 */
function fieldErrors(errors: readonly RawError[] | null | undefined): FieldError[] {
  const found = (errors ?? []).filter((error) => error.keyword !== 'if').flatMap(toFieldErrors);
  const noDays = new Set(found.filter(({ keyword }) => keyword === 'x-day').map(({ path }) => path.join('/')));
  const seen = new Set<string>();
  return found.filter(({ path, keyword }) => {
    const place = path.join('/');
    const key = `${place} ${keyword}`;
    // A day that does not exist is in the right form.
    if (keyword === 'format' && noDays.has(place)) return false;
    return !seen.has(key) && seen.add(key);
  });
}

function toFieldErrors(error: RawError): FieldError[] {
  const inner = error.keyword === 'errorMessage' ? (error.params?.errors ?? []) : [error];
  const base = parsePointer(error.instancePath);
  return inner.map(({ keyword, params }) => {
    const member = params?.missingProperty ?? params?.additionalProperty;
    return { path: member === undefined ? base : [...base, member], message: error.message ?? '', keyword };
  });
}

/**
 * Answers as they are judged and saved: text trimmed as `x-trim` says; blank text, null and empty lists absent; every group of the schema there.
 * `{ a: ' x ', b: '', list: [] }` → `{ a: 'x' }`. Values of a wrong type stay, for the schema to refuse. The argument stays as it is.
 */
function normalise(schema: SchemaNode, answers: unknown): Answers {
  return tidyRecord(schema, isRecord(answers) ? answers : {});
}

function tidyRecord(schema: SchemaNode, record: Record<string, unknown>): Answers {
  const out: Answers = {};
  for (const [name, value] of Object.entries(record)) {
    const tidied = tidy(schema.properties?.[name], value);
    if (tidied !== undefined) out[name] = tidied;
  }
  for (const [name, node] of Object.entries(schema.properties ?? {}))
    if (node.type === 'object' && out[name] === undefined) out[name] = tidyRecord(node, {});
  return out;
}

function tidy(node: SchemaNode | undefined, value: unknown): unknown {
  if (value === null || value === undefined) return undefined;
  if (typeof value === 'string') return cut(value, node) || undefined;
  if (Array.isArray(value)) {
    // A row left empty stays in its place, so that the paths of the others still fit.
    const kept = value.map((row) => tidy(node?.items, row) ?? (node?.items?.type === 'object' ? {} : ''));
    return kept.length ? kept : undefined;
  }
  return isRecord(value) ? tidyRecord(node ?? {}, value) : value;
}

/** Blank text is empty whatever is kept of its ends. */
function cut(text: string, node: SchemaNode | undefined): string {
  if (text.trim() === '' || node?.['x-trim'] === undefined) return text.trim();
  return node['x-trim'] === 'end' ? text.trimEnd() : text;
}
