import { rules } from './keywords/rules';

/** What a property of a section schema may carry, from JSON Schema draft-07. */
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

/** Keywords of ours that carry no verdict of their own. */
const ANNOTATIONS = [
  'x-conditions',
  'x-config',
  'x-document',
  'x-fixed',
  'x-hideWith',
  'x-idOf',
  'x-pii',
  'x-trim',
  'x-wire',
];

/** The keywords of ours. */
export const ownKeywords: readonly string[] = [...ANNOTATIONS, ...Object.keys(rules)];

/** Every keyword a section schema may use; anything else is refused at start. */
export const knownKeywords: readonly string[] = [...STANDARD, ...ownKeywords];

/** Keywords of JSON Schema that branch; only conditions may. */
export const branchingKeywords: readonly string[] = ['allOf', 'anyOf', 'dependencies', 'else', 'if', 'not', 'then'];

/** Keywords whose failure is shown to a person and therefore needs a message. */
export const judgingKeywords: readonly string[] = [
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
