import { isRecord, messageIn } from '../../model/answers/paths';
import type { SchemaIssue } from '../../model/section/catalogError';
import { nearest } from '../../model/section/checkSchema';
import { createAjv } from '../compile';
import { type LintCheck, visitNodes } from './sources';

/** Members of `Context`. Null for plain values. */
const CONTEXT: Known = {
  today: null,
  applicationType: null,
  applicant: { first_name: null, last_name: null },
  emailTaken: null,
  householdRole: null,
  isFree: null,
  lists: { agents: null, offices: null, leadSources: null, floors: null, units: null },
};

interface Known {
  [name: string]: Known | null;
}

/** `unknown-context`: a condition on something that isn't in the context. `bad-condition`: an invalid `when`. */
export const lintContext: LintCheck = ({ sections, flows }) => [
  ...sections.flatMap(({ name, schema }) =>
    visitNodes(schema).flatMap(({ node, path }) =>
      (node['x-conditions'] ?? []).flatMap((rule, i) =>
        contextsIn(rule.if, `${path}/x-conditions/${i}/if`).map(
          (found): SchemaIssue => ({ ...found, file: `${name}.schema.json` }),
        ),
      ),
    ),
  ),
  ...flows.flatMap(({ file, flow }) =>
    flow.steps.flatMap((step, i) =>
      step.sections.flatMap(({ when }, j) => {
        const at = `/steps/${i}/sections/${j}/when`;
        const unknown = when ? membersRead(when, CONTEXT, at) : [];
        return [...unknown, ...(when ? broken(when, at) : [])].map((found): SchemaIssue => ({ ...found, file }));
      }),
    ),
  ),
];

type Found = Omit<SchemaIssue, 'file'>;

function contextsIn(test: unknown, at: string): Found[] {
  if (Array.isArray(test)) return test.flatMap((one, i) => contextsIn(one, `${at}/${i}`));
  if (!isRecord(test)) return [];
  return Object.entries(test).flatMap(([key, value]) => {
    const below = `${at}/${key}`;
    if (key === '$context') return membersRead(value, CONTEXT, below);
    if (key === 'x-chosen' && isRecord(value)) return unknownNames([String(value.list)], CONTEXT.lists ?? {}, below);
    return contextsIn(value, below);
  });
}

function membersRead(test: unknown, known: Known, at: string): Found[] {
  if (Array.isArray(test)) return test.flatMap((one, i) => membersRead(one, known, `${at}/${i}`));
  if (!isRecord(test)) return [];
  const { properties, required } = test;
  const named = isRecord(properties) ? properties : {};
  return [
    ...unknownNames(Object.keys(named), known, `${at}/properties`),
    ...unknownNames(Array.isArray(required) ? required.map(String) : [], known, `${at}/required`),
    ...Object.entries(named).flatMap(([name, inner]) =>
      known[name] ? membersRead(inner, known[name], `${at}/properties/${name}`) : [],
    ),
    ...['allOf', 'anyOf', 'oneOf', 'not', 'if', 'then', 'else'].flatMap((key) =>
      key in test ? membersRead(test[key], known, `${at}/${key}`) : [],
    ),
  ];
}

function unknownNames(names: readonly string[], known: Known, path: string): Found[] {
  const all = Object.keys(known);
  return names
    .filter((name) => !all.includes(name))
    .map((name) => {
      const near = nearest(name, all);
      const fix = near ? `Did you mean '${near}'?` : `Use one of: ${all.join(', ')}.`;
      return { code: 'unknown-context', path, fix: `There's no '${name}' here. ${fix}` };
    });
}

let ajv: ReturnType<typeof createAjv> | undefined;

function broken(when: Record<string, unknown>, path: string): Found[] {
  ajv ??= createAjv();
  try {
    ajv.compile(when);
    ajv.removeSchema(when);
    return [];
  } catch (error) {
    return [
      { code: 'bad-condition', path, fix: `This isn't a valid JSON Schema (${messageIn(error)}). Fix the condition.` },
    ];
  }
}
