import { isRecord, ownMember, parsePointer } from '../answers/paths';
import { computeShape, prune } from '../section/prune';
import type {
  Answers,
  Checker,
  CompiledFunctions,
  Context,
  FieldError,
  PlainSection,
  RawError,
  SchemaNode,
} from '../types';
import { boundErrors, clip } from './bounds';

export const VALIDATE = 'validate';

type Validate = (answers: Record<string, unknown>) => readonly RawError[] | null | undefined;

/** Creates a section's checker. Throws if there's no function to validate with. */
export function createChecker(
  section: Pick<PlainSection, 'schema' | 'rules' | 'removed'>,
  functions: CompiledFunctions,
  validate: Validate = validateBy(functions),
): Checker {
  const pruneAnswers = (answers: Answers, context: Context) =>
    prune(section, functions, normalize(section.schema, clip(section.schema, answers)), context);
  return {
    functions,
    // Answers to hidden questions must not make other fields appear.
    shape: (answers, context) => computeShape(section.rules, functions, pruneAnswers(answers, context), context),
    check(answers, context) {
      const pruned = pruneAnswers(answers, context);
      return { answers: pruned, errors: boundErrors(fieldErrors(validate(withContext(pruned, context)))) };
    },
  };
}

function validateBy({ [VALIDATE]: validate }: CompiledFunctions): Validate {
  if (!validate) throw new Error(`A section was compiled without its function '${VALIDATE}'`);
  return (answers) => (validate(answers) ? [] : validate.errors);
}

function withContext(answers: Record<string, unknown>, context: Context): Record<string, unknown> {
  return { ...answers, $context: context };
}

function fieldErrors(errors: readonly RawError[] | null | undefined): FieldError[] {
  const found = (errors ?? []).filter((error) => error.keyword !== 'if').flatMap(toFieldErrors);
  const noDays = new Set(found.filter(({ keyword }) => keyword === 'x-day').map(({ path }) => path.join('/')));
  const seen = new Set<string>();
  return found.filter(({ path, keyword }) => {
    const place = path.join('/');
    const key = `${place} ${keyword}`;
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
 * Trims answers, drops empty ones and adds missing groups: `{ a: ' x ', b: '', list: [] }` →
 * `{ a: 'x', group: {} }`
 */
function normalize(schema: SchemaNode, answers: unknown): Answers {
  return cleanRecord(schema, isRecord(answers) ? answers : {});
}

function cleanRecord(schema: SchemaNode, record: Record<string, unknown>): Answers {
  const given = Object.entries(record)
    .map(([name, value]) => [name, cleanValue(ownMember(schema.properties, name), value)] as const)
    .filter(([, value]) => value !== undefined);
  const answered = new Set(given.map(([name]) => name));
  const groups = Object.entries(schema.properties ?? {})
    .filter(([name, node]) => node.type === 'object' && !answered.has(name))
    .map(([name, node]) => [name, cleanRecord(node, {})] as const);
  return Object.fromEntries([...given, ...groups]);
}

function cleanValue(node: SchemaNode | undefined, value: unknown): unknown {
  if (value === null || value === undefined) return undefined;
  if (typeof value === 'string') return cut(value, node) || undefined;
  if (Array.isArray(value)) {
    // Empty rows stay, so paths of later rows don't change.
    const kept = value.map((row) => cleanValue(node?.items, row) ?? (node?.items?.type === 'object' ? {} : ''));
    return kept.length ? kept : undefined;
  }
  return isRecord(value) ? cleanRecord(node ?? {}, value) : value;
}

function cut(text: string, node: SchemaNode | undefined): string {
  if (text.trim() === '' || node?.['x-trim'] === undefined) return text.trim();
  return node['x-trim'] === 'end' ? text.trimEnd() : text;
}
