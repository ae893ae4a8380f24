import { Ajv, type ValidateFunction } from 'ajv';
import type { Problem } from '../../../model/catalogueError';
import { isRecord } from '../../../model/paths';
import type { SchemaNode } from '../../../model/types';
import { editorLists } from './editorLists';
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
  const ajv = new Ajv({ strict: false, allErrors: true, validateFormats: false });
  const compiled = new Map<string, ValidateFunction>();
  return Object.entries(files).flatMap(([file, content]): Problem[] => {
    const kind = KINDS.find(([pattern]) => pattern.test(file))?.[1];
    const meta = kind && files[`meta/${kind}.schema.json`];
    if (!kind || !isRecord(meta)) return [];
    const validate = compiled.get(kind) ?? ajv.compile(meta);
    compiled.set(kind, validate);
    return [...named(file, content, kind), ...broken(file, validate, content)];
  });
};

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
const PERSONAL: [RegExp, NonNullable<SchemaNode['x-pii']>][] = [
  [/ssn|social_?sec/i, 'ssn'],
  [/^dob$|birth/i, 'dob'],
  [/account_?(no|num)|routing|iban|card_?num/i, 'bank'],
  [/e-?mail|phone|mobile|(^|_)tel(_|$)/i, 'contact'],
  [/(first|last|middle|full|maiden|nick)_?name|^[fml]name$/i, 'contact'],
  [/street|(^|_)address|zip_?code|^zip$|postal/i, 'contact'],
  [/licen[cs]e_?(no|num|plate)|plate_?num|passport/i, 'contact'],
];

/** `missing-pii`: a field that looks personal by its name and is not marked, so that it would lie open in database and log. */
export const lintPii: LintCheck = ({ sections }) =>
  sections.flatMap(({ name, schema }) =>
    visitNodes(schema).flatMap(({ node, path, name: field, parent }): Problem[] => {
      const kind = PERSONAL.find(([pattern]) => pattern.test(field))?.[1];
      if (!kind || !isTyped(node) || node['x-pii'] || parent?.['x-pii']) return [];
      return [
        {
          code: 'missing-pii',
          file: `${name}.schema.json`,
          path,
          mend: `'${field}' looks personal; add "x-pii": "${kind}" (or the kind that fits).`,
        },
      ];
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
