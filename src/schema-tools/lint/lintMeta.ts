import type { ErrorObject, ValidateFunction } from 'ajv';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { isRecord, parsePointer, toPointer } from '../../model/answers/paths';
import { isSealedKind, type Pii, protections } from '../../model/answers/pii';
import type { SchemaIssue } from '../../model/section/catalogError';
import { readWidgetList, WIDGET_LIST } from '../../model/section/widgetList';
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
  [/^office\/messages\.json$/, 'office-messages'],
  [/^language\.json$/, 'language'],
  [/^retention\.json$/, 'retention'],
  [/^household\.json$/, 'household'],
  [/^jurisdictions\//, 'jurisdiction'],
  [/^translations\//, 'translation'],
  [/^texts\//, 'texts'],
  [/^definitions\/messages\.json$/, 'messages'],
  [/^definitions\/(?!documents\.)/, 'definition'],
  [/^office\/webhooks\.json$/, 'webhooks'],
  [/^meta\/page-files\.json$/, 'page-files'],
  [/^meta\/kept\.json$/, 'kept'],
  [/^meta\/new-fields\.json$/, 'new-fields'],
  [/^meta\/placeholders\.json$/, 'placeholders'],
  [/^meta\/setting-aliases\.json$/, 'setting-aliases'],
];

/** Files that may lack `$schema`, because earlier versions wrote and published them without it. */
const UNNAMED = /^(retention|(texts|definitions)\/[a-z0-9-]+|office\/webhooks)\.json$/;

/** `no-meta`: a file doesn't name its meta-schema. `meta`: a file violates its meta-schema. */
export const lintMeta: LintCheck = ({ files }) => {
  const getValidator = metaValidators(files);
  return Object.entries(files).flatMap(([file, content]): SchemaIssue[] => {
    const kind = metaOf(file);
    const validate = kind && getValidator(kind);
    if (!kind || !validate) return [];
    const unnamed = UNNAMED.test(file) ? [] : findMissingSchema(file, content, kind);
    return [...unnamed, ...findViolations(file, validate, content)];
  });
};

export const metaOf = (file: string): string | undefined => KINDS.find(([pattern]) => pattern.test(file))?.[1];

type MetaValidators = (kind: string) => ValidateFunction | undefined;

/** Cached, because compiling meta-schemas takes most of the lint time. */
let last: { key: string; validatorOf: MetaValidators } | undefined;

function metaValidators(files: SchemaFiles): MetaValidators {
  const key = JSON.stringify(Object.entries(files).filter(([file]) => file.startsWith('meta/')));
  if (last?.key !== key) last = { key, validatorOf: compileMeta(files) };
  return last.validatorOf;
}

function compileMeta(files: SchemaFiles): MetaValidators {
  const ajv = new Ajv2020({ strict: false, allErrors: true, validateFormats: false });
  for (const [file, content] of Object.entries(files))
    if (file.startsWith('meta/') && file.endsWith('.schema.json') && isRecord(content))
      ajv.addSchema(content, file.slice('meta/'.length));
  return (kind) => ajv.getSchema(`${kind}.schema.json`);
}

function findMissingSchema(file: string, content: unknown, kind: string): SchemaIssue[] {
  const folder = file.startsWith('meta/') ? './' : `${file.includes('/') ? '../' : './'}meta/`;
  const wanted = `${folder}${kind}.schema.json`;
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
    .map((error) => ({ code: 'meta', file, ...explainViolation(error) }));
}

function explainViolation({ instancePath, keyword, message, params, propertyName }: ErrorObject) {
  const unknown = (name: string) => `'${name}' isn't known here. Delete it, or correct its name.`;
  if (propertyName !== undefined)
    return { path: `${instancePath}${toPointer([propertyName])}`, fix: unknown(propertyName) };
  if (keyword === 'false schema')
    return { path: instancePath, fix: unknown(String(parsePointer(instancePath).at(-1))) };
  return { path: instancePath, fix: `This value ${message}${detail(params)}.` };
}

function detail(params: Record<string, unknown>): string {
  const value = params.additionalProperty ?? params.allowedValues ?? params.allowedValue;
  return value === undefined ? '' : `: ${[value].flat().join(', ')}`;
}

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

/** `missing-pii`: a field without `x-pii` that accepts free text or has a name that sounds personal. */
export const lintPii: LintCheck = ({ sections }) =>
  sections.flatMap(({ name, schema }) =>
    visitNodes(schema).flatMap(({ node, path, name: field, parent }): SchemaIssue[] => {
      const kind = PERSONAL.find(([pattern]) => pattern.test(field))?.[1];
      if (!(kind ? isTyped(node) : isFreeText(node, parent)) || node['x-pii'] || parent?.['x-pii']) return [];
      const fix = kind
        ? `'${field}' looks like personal data. Add "x-pii": "${kind}" (or the kind that fits).`
        : `Say whether '${field}' is personal data: add "x-pii": "contact", or "none".`;
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

/** `duplicate-id`: two fields with the same DOM id, `{section}_{path joined by _}`. */
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
          fix: `This field and ${other} would both be '#${id}'. Rename one.`,
        },
      ];
    }),
  );
};

function toDomId(section: string, path: string): string {
  return `${section}${path.replaceAll('/properties/', '_').replaceAll('/items', '_0')}`;
}

const UI_META = 'meta/ui.schema.json';

/** `stale-list`: the list of widgets in the meta-schema differs from the program's widgets. */
export const lintLists: LintCheck = ({ files, widgets }) => {
  const listed = readWidgetList(files);
  const names = listWidgets(files, widgets);
  if (!(UI_META in files) || names.join() === listed.join()) return [];
  const fix = "This list differs from the program. Run 'npm run schemas -- meta' to update it.";
  return [{ code: 'stale-list', file: UI_META, path: toPointer(WIDGET_LIST), fix }];
};

/** Returns the widgets that ui files can name. Keeps the listed order, and adds new widgets at the end. */
export function listWidgets(files: SchemaFiles, widgets: readonly string[]): string[] {
  const listed = readWidgetList(files);
  const known = [...widgets, 'hidden'];
  return [...listed.filter((name) => known.includes(name)), ...known.filter((name) => !listed.includes(name))];
}
