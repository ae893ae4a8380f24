import { Ajv, type ValidateFunction } from 'ajv';
import type { Problem } from '../../../model/catalogueError';
import type { LintCheck } from './lintSources';

const KINDS: [RegExp, string][] = [
  [/^[^/]+\.schema\.json$/, 'section'],
  [/^[^/]+\.ui\.json$/, 'ui'],
  [/^flows\//, 'flow'],
  [/^configs\//, 'config'],
  [/^personas\//, 'persona'],
  [/^migrations\//, 'migration'],
  [/^checks\//, 'checks'],
  [/^translations\//, 'translation'],
];

/** `no-meta`: a file that does not name its meta-schema; `meta`: one that breaks it. */
export const lintMeta: LintCheck = ({ files }) => {
  const ajv = new Ajv({ strict: false, allErrors: true, validateFormats: false });
  const compiled = new Map<string, ValidateFunction>();
  return Object.entries(files).flatMap(([file, content]): Problem[] => {
    const kind = KINDS.find(([pattern]) => pattern.test(file))?.[1];
    const meta = kind && files[`meta/${kind}.schema.json`];
    if (!kind || !meta) return [];
    const validate = compiled.get(kind) ?? ajv.compile(meta as object);
    compiled.set(kind, validate);
    return [...named(file, content, kind), ...broken(file, validate, content)];
  });
};

function named(file: string, content: unknown, kind: string): Problem[] {
  const wanted = `${file.includes('/') ? '../' : './'}meta/${kind}.schema.json`;
  if ((content as { $schema?: string } | null)?.$schema === wanted) return [];
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
