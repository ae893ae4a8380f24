/** Stands in for `fast-uri`, with which RJSF follows `$ref` and `$id`: the catalogue has taken every reference in, and the package weighs 7 kB. */
const noReferences = { equal: refuse, resolve: refuse };

function refuse(): never {
  throw new Error('A plain section has no $ref to follow');
}

export default noReferences;
