import { boundErrors, clip } from './bounds';
import { isRecord, parsePointer } from './paths';
import { prune, shapeOf } from './prune';
import type { Answers, Checker, Context, FieldError, PlainSection, SchemaNode, Test } from './types';

/** What AJV made of a section, in this process or in a module. */
export interface CompiledFunctions {
  validate: Test & { errors?: RawError[] | null };
  tests: Record<string, Test>;
}

/** The one verdict on a section's answers, the same on both sides: clip, normalise, drop what is not asked, validate. */
export function createChecker(
  section: Pick<PlainSection, 'schema' | 'rules' | 'removed'>,
  functions: CompiledFunctions,
): Checker {
  const { validate, tests } = functions;
  const asked = (answers: Answers, context: Context) =>
    prune(section, tests, normalise(section.schema, clip(section.schema, answers)), context);
  return {
    // Of what is asked only: a hidden answer must not go on showing others.
    shape: (answers, context) => shapeOf(section.rules, tests, asked(answers, context), context),
    check(answers, context) {
      const kept = asked(answers, context);
      const valid = validate(withContext(kept, context));
      return { answers: kept, errors: valid ? [] : boundErrors(fieldErrors(validate.errors)) };
    },
  };
}

function withContext(answers: Record<string, unknown>, context: Context): Record<string, unknown> {
  return { ...answers, $context: context };
}

/** The parts of AJV's error object that matter here. */
interface RawError {
  instancePath: string;
  keyword: string;
  message?: string;
  params?: { missingProperty?: string; additionalProperty?: string; errors?: RawError[] };
}

/**
 * AJV's errors as messages at fields: a missing or unknown member is put at that member, not at its parent, and
 * 'must match then schema', which says nothing to a person, is left out.
 */
function fieldErrors(errors: readonly RawError[] | null | undefined): FieldError[] {
  const found = (errors ?? []).filter((error) => error.keyword !== 'if').flatMap(toFieldErrors);
  const seen = new Set<string>();
  return found.filter(({ path, keyword }) => {
    const key = `${path.join('/')} ${keyword}`;
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
