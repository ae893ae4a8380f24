import { Ajv, type ValidateFunction } from 'ajv';
import { getIn, isRecord, setIn } from '../../model/answers/paths';
import { isSealedKind, type Pii, protections } from '../../model/answers/pii';
import type { SchemaIssue } from '../../model/section/catalogError';
import { ownKeywords } from '../../model/section/knownKeywords';
import type { SchemaFiles, SchemaNode } from '../../model/types';
import { type LintCheck, patternOf, visitNodes } from './sources';

const KINDS: [RegExp, string][] = [
  [/^[^/]+\.schema\.json$/, 'section'],
  [/^[^/]+\.ui\.json$/, 'ui'],
  [/^flows\//, 'flow'],
  [/^configs\//, 'config'],
  [/^personas\//, 'persona'],
  [/^migrations\//, 'migration'],
  [/^checks\//, 'checks'],
  [/^definitions\/documents\.json$/, 'documents'],
  [/^office\/status\.json$/, 'office-status'],
  [/^office\/deadlines\.json$/, 'office-deadlines'],
  [/^language\.json$/, 'language'],
  [/^retention\.json$/, 'retention'],
  [/^household\.json$/, 'household'],
  [/^jurisdictions\//, 'jurisdiction'],
  [/^translations\//, 'translation'],
];

/** Files that earlier versions wrote without `$schema`. */
const UNNAMED = ['retention.json'];

/** `no-meta`: the file names no meta-schema. `meta`: the file violates it. */
export const lintMeta: LintCheck = ({ files }) => {
  const getValidator = metaValidators(files);
  return Object.entries(files).flatMap(([file, content]): SchemaIssue[] => {
    const part = isPart(file) ? getValidator('part') : undefined;
    if (part) return findViolations(file, part, content);
    const kind = KINDS.find(([pattern]) => pattern.test(file))?.[1];
    const validate = kind && getValidator(kind);
    if (!kind || !validate) return [];
    const unnamed = UNNAMED.includes(file) ? [] : findMissingSchema(file, content, kind);
    return [...unnamed, ...findViolations(file, validate, content)];
  });
};

type MetaValidators = (kind: string) => ValidateFunction | undefined;

/** Cached, because compiling meta-schemas takes most of the lint time. */
let last: { key: string; validatorOf: MetaValidators } | undefined;

function metaValidators(files: SchemaFiles): MetaValidators {
  const key = JSON.stringify(Object.entries(files).filter(([file]) => file.startsWith('meta/')));
  if (last?.key !== key) last = { key, validatorOf: compileMeta(files) };
  return last.validatorOf;
}

function compileMeta(files: SchemaFiles): MetaValidators {
  const ajv = new Ajv({ strict: false, allErrors: true, validateFormats: false });
  const section = files['meta/section.schema.json'];
  if (isRecord(section)) ajv.addSchema(section, 'section').addSchema(PART, 'part');
  return (kind) => {
    const meta = files[`meta/${kind}.schema.json`];
    return ajv.getSchema(kind) ?? (isRecord(meta) ? ajv.addSchema(meta, kind).getSchema(kind) : undefined);
  };
}

/** Schema for referenced parts, which are validated as nodes. */
const PART = { $ref: 'section#/definitions/node' };
const TABLES = ['definitions/messages.json', 'definitions/documents.json'];

const isPart = (file: string) => file.startsWith('definitions/') && !TABLES.includes(file);

function findMissingSchema(file: string, content: unknown, kind: string): SchemaIssue[] {
  const wanted = `${file.includes('/') ? '../' : './'}meta/${kind}.schema.json`;
  if (isRecord(content) && content.$schema === wanted) return [];
  return [
    {
      code: 'no-meta',
      file,
      path: '',
      fix: `Start the file with "$schema": "${wanted}", so that editors can complete and check it.`,
    },
  ];
}

function findViolations(file: string, validate: ValidateFunction, content: unknown): SchemaIssue[] {
  validate(content);
  return (validate.errors ?? [])
    .filter(({ keyword }) => !['allOf', 'anyOf', 'oneOf', 'if', 'propertyNames'].includes(keyword))
    .map(({ instancePath, message, params }) => ({
      code: 'meta',
      file,
      path: instancePath,
      fix: `This value ${message}${detail(params)}.`,
    }));
}

function detail(params: Record<string, unknown>): string {
  const value = params.additionalProperty ?? params.allowedValues ?? params.allowedValue;
  return value === undefined ? '' : `: ${[value].flat().join(', ')}`;
}

/** Field names that suggest personal answers. */
const PERSONAL: [RegExp, Pii][] = [
  [/ssn|social_?sec/i, 'ssn'],
  [/^dob$|birth/i, 'dob'],
  [/account_?(no|num)|routing|iban|card_?num/i, 'bank'],
  [/e-?mail|phone|mobile|(^|_)tel(_|$)/i, 'contact'],
  [/(first|last|middle|full|maiden|nick)_?name|^[fml]name$/i, 'contact'],
  [/street|(^|_)address|zip_?code|^zip$|postal/i, 'contact'],
  [/licen[cs]e_?(no|num|plate)|plate_?num|passport/i, 'contact'],
];

/** `weak-pii`: an SSN, date of birth or bank number isn't encrypted. */
export const lintWeakPii: LintCheck = ({ sections }) =>
  sections.flatMap(({ name, schema }) => {
    const known = protections(schema);
    return visitNodes(schema).flatMap(({ node, path, name: field }): SchemaIssue[] => {
      const named = PERSONAL.find(([pattern]) => pattern.test(field))?.[1];
      const kind = 'x-ssn' in node ? 'ssn' : named;
      // Skips places of birth.
      if (kind === 'dob' && node.format !== 'date' && !node['x-age']) return [];
      const own = known.get(patternOf(path));
      if (!kind || !isTyped(node) || !isSealedKind(kind) || isSealedKind(own)) return [];
      const fix = `'${field}' must be encrypted. Add "x-pii": "${kind}".`;
      return [{ code: 'weak-pii', file: `${name}.schema.json`, path, fix }];
    });
  });

/** `missing-pii`: a typed text without `x-pii` would be stored unencrypted. */
export const lintPii: LintCheck = ({ sections }) =>
  sections.flatMap(({ name, schema }) =>
    visitNodes(schema).flatMap(({ node, path, name: field, parent }): SchemaIssue[] => {
      const kind = PERSONAL.find(([pattern]) => pattern.test(field))?.[1];
      if (!(kind ? isTyped(node) : isFreeText(node, parent)) || node['x-pii'] || parent?.['x-pii']) return [];
      const fix = kind
        ? `'${field}' looks personal; add "x-pii": "${kind}" (or the kind that fits).`
        : `Say whether '${field}' is personal: add "x-pii": "contact", or "none".`;
      return [{ code: 'missing-pii', file: `${name}.schema.json`, path, fix }];
    }),
  );

function isTyped(node: SchemaNode): boolean {
  return (
    ['string', 'number', 'integer'].includes(String(node.type)) &&
    !node.oneOf &&
    !node.enum &&
    node['x-document'] === undefined
  );
}

function isFreeText(node: SchemaNode, parent: SchemaNode | undefined): boolean {
  const isFile = parent?.items === node && parent['x-document'] !== undefined;
  return node.type === 'string' && isTyped(node) && !('const' in node) && node.format !== 'date' && !isFile;
}

/** `duplicate-id`: two fields with one DOM id, `{section}_{path joined by _}`. */
export const lintIds: LintCheck = ({ sections }) => {
  const seen = new Map<string, string>();
  return sections.flatMap(({ name, schema }) =>
    visitNodes(schema).flatMap(({ path }): SchemaIssue[] => {
      const id = toDomId(name, path);
      const place = `${name}.schema.json ${path}`;
      const other = seen.get(id);
      seen.set(id, place);
      if (other === undefined) return [];
      return [
        {
          code: 'duplicate-id',
          file: `${name}.schema.json`,
          path,
          fix: `This field and ${other} would both be '#${id}'; rename one.`,
        },
      ];
    }),
  );
};

/** Returns a DOM id. A list's id uses its first row. */
function toDomId(section: string, path: string): string {
  return `${section}${path.replaceAll('/properties/', '_').replaceAll('/items', '_0')}`;
}

/** `stale-list`: a list in `meta/` differs from the program. */
export const lintLists: LintCheck = ({ files, widgets }) =>
  editorLists(files, widgets)
    .filter(({ file, content }) => JSON.stringify(files[file]) !== JSON.stringify(content))
    .map(
      ({ file }): SchemaIssue => ({
        code: 'stale-list',
        file,
        path: '',
        fix: "This list differs from the program. Run 'npm run schemas -- meta' to update it.",
      }),
    );

const WIDGET_ENUM = ['definitions', 'node', 'properties', 'ui:widget', 'enum'];

/** Returns the lists that `meta/` should have. Widgets keep their order; new ones are added at the end. */
export function editorLists(files: SchemaFiles, widgets: readonly string[]): { file: string; content: unknown }[] {
  const listed = files['meta/widgets.json'] ?? [];
  const known = [...widgets, 'hidden'];
  const names = [...listed.filter((name) => known.includes(name)), ...known.filter((name) => !listed.includes(name))];
  const ui = files['meta/ui.schema.json'];
  return [
    { file: 'meta/widgets.json', content: names },
    { file: 'meta/keywords.json', content: [...ownKeywords].sort() },
    ...(isRecord(ui) && getIn(ui, WIDGET_ENUM)
      ? [{ file: 'meta/ui.schema.json', content: setIn(ui, WIDGET_ENUM, names) }]
      : []),
  ].filter(({ file }) => file in files);
}
