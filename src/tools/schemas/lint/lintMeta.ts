import { Ajv, type ValidateFunction } from 'ajv';
import type { Problem } from '../../../model/catalogueError';
import { ownKeywords } from '../../../model/knownKeywords';
import { getIn, isRecord, setIn } from '../../../model/paths';
import type { Pii } from '../../../model/pii';
import type { SchemaFiles, SchemaNode } from '../../../model/types';
import { type LintCheck, visitNodes } from './sources';

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
  [/^language\.json$/, 'language'],
  [/^translations\//, 'translation'],
];

/** `no-meta`: a file that does not name its meta-schema; `meta`: one that breaks it. */
export const lintMeta: LintCheck = ({ files }) => {
  const validatorOf = metaValidators(files);
  return Object.entries(files).flatMap(([file, content]): Problem[] => {
    const part = isPart(file) ? validatorOf('part') : undefined;
    if (part) return broken(file, part, content);
    const kind = KINDS.find(([pattern]) => pattern.test(file))?.[1];
    const validate = kind && validatorOf(kind);
    return kind && validate ? [...named(file, content, kind), ...broken(file, validate, content)] : [];
  });
};

type MetaValidators = (kind: string) => ValidateFunction | undefined;

/** Compiling the meta-schemas is the most of linting, and they are the same from change to change. */
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

/** What a `$ref` of a section takes in is a node of it; without its meta-schema there is nothing to hold it to. */
const PART = { $ref: 'section#/definitions/node' };
const TABLES = ['definitions/messages.json', 'definitions/documents.json'];

const isPart = (file: string) => file.startsWith('definitions/') && !TABLES.includes(file);

function named(file: string, content: unknown, kind: string): Problem[] {
  const wanted = `${file.includes('/') ? '../' : './'}meta/${kind}.schema.json`;
  if (isRecord(content) && content.$schema === wanted) return [];
  return [
    {
      code: 'no-meta',
      file,
      path: '',
      mend: `Begin the file with "$schema": "${wanted}", so that editors complete and check it.`,
    },
  ];
}

function broken(file: string, validate: ValidateFunction, content: unknown): Problem[] {
  validate(content);
  return (validate.errors ?? [])
    .filter(({ keyword }) => !['allOf', 'anyOf', 'oneOf', 'if', 'propertyNames'].includes(keyword))
    .map(({ instancePath, message, params }) => ({
      code: 'meta',
      file,
      path: instancePath,
      mend: `Here the file ${message}${detail(params)}.`,
    }));
}

function detail(params: Record<string, unknown>): string {
  const value = params.additionalProperty ?? params.allowedValues ?? params.allowedValue;
  return value === undefined ? '' : `: ${[value].flat().join(', ')}`;
}

/** What names of fields tell of what they ask. */
const PERSONAL: [RegExp, Pii][] = [
  [/ssn|social_?sec/i, 'ssn'],
  [/^dob$|birth/i, 'dob'],
  [/account_?(no|num)|routing|iban|card_?num/i, 'bank'],
  [/e-?mail|phone|mobile|(^|_)tel(_|$)/i, 'contact'],
  [/(first|last|middle|full|maiden|nick)_?name|^[fml]name$/i, 'contact'],
  [/street|(^|_)address|zip_?code|^zip$|postal/i, 'contact'],
  [/licen[cs]e_?(no|num|plate)|plate_?num|passport/i, 'contact'],
];

/** `missing-pii`: a text an applicant writes freely without a word on what it is, so that it would lie open in database and log. */
export const lintPii: LintCheck = ({ sections }) =>
  sections.flatMap(({ name, schema }) =>
    visitNodes(schema).flatMap(({ node, path, name: field, parent }): Problem[] => {
      const kind = PERSONAL.find(([pattern]) => pattern.test(field))?.[1];
      if (!(kind ? isTyped(node) : isFreeText(node, parent)) || node['x-pii'] || parent?.['x-pii']) return [];
      const mend = kind
        ? `'${field}' looks personal; add "x-pii": "${kind}" (or the kind that fits).`
        : `Say whether '${field}' is personal: add "x-pii": "contact", or "none".`;
      return [{ code: 'missing-pii', file: `${name}.schema.json`, path, mend }];
    }),
  );

/** Something the applicant writes: not a choice, a group, a list or a file. */
function isTyped(node: SchemaNode): boolean {
  return (
    ['string', 'number', 'integer'].includes(String(node.type)) &&
    !node.oneOf &&
    !node.enum &&
    node['x-document'] === undefined
  );
}

/** Any words may be written: no date, and no file in a list of files. */
function isFreeText(node: SchemaNode, parent: SchemaNode | undefined): boolean {
  const isFile = parent?.items === node && parent['x-document'] !== undefined;
  return node.type === 'string' && isTyped(node) && !('const' in node) && node.format !== 'date' && !isFile;
}

/** `duplicate-id`: two fields that would get one DOM id, which is `{section}_{path joined by _}`. */
export const lintIds: LintCheck = ({ sections }) => {
  const seen = new Map<string, string>();
  return sections.flatMap(({ name, schema }) =>
    visitNodes(schema).flatMap(({ path }): Problem[] => {
      const id = idOf(name, path);
      const place = `${name}.schema.json ${path}`;
      const other = seen.get(id);
      seen.set(id, place);
      if (other === undefined) return [];
      return [
        {
          code: 'duplicate-id',
          file: `${name}.schema.json`,
          path,
          mend: `This field and ${other} would both be '#${id}'; rename one.`,
        },
      ];
    }),
  );
};

/** The first row of a list stands for all of them. */
function idOf(section: string, path: string): string {
  return `${section}${path.replaceAll('/properties/', '_').replaceAll('/items', '_0')}`;
}

/** `stale-list`: a list for editors in `meta/` that no longer says what the program knows. */
export const lintLists: LintCheck = ({ files, widgets }) =>
  editorLists(files, widgets)
    .filter(({ file, content }) => JSON.stringify(files[file]) !== JSON.stringify(content))
    .map(
      ({ file }): Problem => ({
        code: 'stale-list',
        file,
        path: '',
        mend: "The program knows other names; run 'npm run schemas -- meta'.",
      }),
    );

/** Where the ui meta-schema lists the widgets. */
const WIDGET_ENUM = ['definitions', 'node', 'properties', 'ui:widget', 'enum'];

/**
 * The lists in `meta/` as the program would write them: widgets from the names in `widgets/` (in the order they already have, new
 * ones last), keywords from the code. Files that are not there are left out.
 */
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
