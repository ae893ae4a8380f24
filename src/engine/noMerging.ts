/**
 * Stands in for `@x0k/json-schema-merge`, with which RJSF merges `allOf`: a plain section has none, and the package weighs 4 kB.
 * RJSF makes its merging functions when it is loaded, so making them must work; using them must not.
 */
export const createComparator = () => ({ compareSchemaDefinitions: refuse, compareSchemaValues: refuse });
export const createMerger = () => ({ mergeArrayOfSchemaDefinitions: refuse });
export const createShallowAllOfMerge = () => refuse;
export const createDeduplicator = () => refuse;
export const createIntersector = () => refuse;

function refuse(): never {
  throw new Error('A plain section has no allOf to merge');
}
