import standaloneCode from 'ajv/dist/standalone/index.js';
import { minifySync } from 'oxc-minify';
import type { CompiledRules } from './compile';

// The package is CommonJS: some loaders hand its default export out one level deeper.
const generate = ((standaloneCode as { default?: unknown }).default ?? standaloneCode) as typeof standaloneCode;

/**
 * A section's rules as the text of an ES module without eval: `export default (require) => ({ validate, tests })`.
 * The helpers ship with the app (`validatorRuntime`), so the module imports nothing. Of the same rules it is written once.
 */
export function validatorModule({ ajv, names }: CompiledRules): string {
  const code = generate(ajv, Object.fromEntries(names.map((name) => [name, name])));
  // Kept beside each function for this alone, and larger than the module.
  for (const name of names) delete ajv.getSchema(name)?.source;
  return minified(
    `export default (require) => {const exports = {};${code};const {validate, ...tests} = exports;return {validate, tests};};\n`,
  );
}

/** AJV writes at length: minified, a module takes half the bytes on its way. */
function minified(code: string): string {
  const { code: short, errors } = minifySync('validator.mjs', code, { module: true });
  if (errors.length) throw new Error(`A compiled validator could not be minified: ${errors[0]?.message}`);
  return short;
}
