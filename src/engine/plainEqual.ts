/**
 * Stands in for `fast-equals`, by which RJSF compares props: forms hold plain objects and lists, and the package weighs 2.5 kB more.
 * As RJSF asks of it, functions count as equal and cycles end. What is neither plain nor a list is equal to itself only.
 */
export const createCustomEqual = () => (a: unknown, b: unknown) => isEqual(a, b, new Map());

function isEqual(a: unknown, b: unknown, seen: Map<unknown, unknown>): boolean {
  if (Object.is(a, b) || a === b) return true;
  if (typeof a === 'function') return typeof b === 'function';
  if (!isPlain(a) || !isPlain(b) || Object.getPrototypeOf(a) !== Object.getPrototypeOf(b)) return false;
  if (seen.get(a) === b) return true;
  seen.set(a, b);
  const names = Object.keys(a);
  return (
    names.length === Object.keys(b).length &&
    names.every((name) => Object.hasOwn(b, name) && isEqual(a[name], b[name], seen))
  );
}

function isPlain(value: unknown): value is Record<string, unknown> {
  if (typeof value !== 'object' || value === null) return false;
  return Array.isArray(value) || [Object.prototype, null].includes(Object.getPrototypeOf(value));
}
