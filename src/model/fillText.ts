/**
 * A text with its places filled: `('Step {n} of {all}', { n: 2, all: 4 })` → `'Step 2 of 4'`; of `{name|n}` the first that has a
 * value; a place without a value stays empty.
 */
export function fillText(template: string, values: Record<string, unknown>): string {
  return template.replace(/\{([\w|]+)\}/g, (_, names: string) => {
    const name = names.split('|').find((one) => values[one] !== undefined && values[one] !== '');
    return name === undefined ? '' : String(values[name] ?? '');
  });
}
