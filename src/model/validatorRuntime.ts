import equal from 'ajv/dist/runtime/equal.js';
import ucs2length from 'ajv/dist/runtime/ucs2length.js';
import { formats } from './formats';
import { rules } from './keywords/rules';

// The packages are CommonJS: bundlers hand their default exports out one level deeper.
const modules: Record<string, unknown> = {
  'ajv/dist/runtime/equal': 'default' in equal ? equal : { default: equal },
  'ajv/dist/runtime/ucs2length': 'default' in ucs2length ? ucs2length : { default: ucs2length },
  formats,
  rules,
};

/** What a module made by `validatorModule` asks for. @throws Error for a name it does not know */
export function validatorRuntime(name: string): unknown {
  const found = modules[name];
  if (!found) throw new Error(`A compiled validator asks for '${name}', which validatorRuntime does not have`);
  return found;
}
