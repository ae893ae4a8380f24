import { rules } from '../validation/keywords';

/** JSON Schema 2020-12, and `errorMessage` from ajv-errors. */
const STANDARD = [
  '$comment',
  'additionalProperties',
  'const',
  'default',
  'description',
  'enum',
  'errorMessage',
  'examples',
  'exclusiveMaximum',
  'exclusiveMinimum',
  'format',
  'items',
  'maxItems',
  'maxLength',
  'maximum',
  'minItems',
  'minLength',
  'minimum',
  'multipleOf',
  'oneOf',
  'pattern',
  'properties',
  'readOnly',
  'required',
  'title',
  'type',
  'uniqueItems',
];

/** Our keywords without a validation function. */
const ANNOTATIONS = [
  'x-conditions',
  'x-config',
  'x-document',
  'x-fixed',
  'x-hideWith',
  'x-idOf',
  'x-photos',
  'x-pii',
  'x-trim',
  'x-wire',
];

export const ownKeywords: readonly string[] = [...ANNOTATIONS, ...Object.keys(rules)];

/** Schemas with other keywords are rejected. */
export const knownKeywords: readonly string[] = [...STANDARD, ...ownKeywords];

export const branchingKeywords: readonly string[] = ['allOf', 'anyOf', 'dependencies', 'else', 'if', 'not', 'then'];

export const validatingKeywords: readonly string[] = [
  'additionalProperties',
  'const',
  'enum',
  'exclusiveMaximum',
  'exclusiveMinimum',
  'format',
  'maxItems',
  'maxLength',
  'maximum',
  'minItems',
  'minLength',
  'minimum',
  'multipleOf',
  'pattern',
  'required',
  'type',
  'uniqueItems',
  ...Object.keys(rules),
];
