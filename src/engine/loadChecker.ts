import equal from 'ajv/dist/runtime/equal.js';
import ucs2length from 'ajv/dist/runtime/ucs2length.js';
import { type CompiledFunctions, createChecker } from '../model/checker';
import { formats } from '../model/formats';
import { rules } from '../model/keywords/rules';
import type { Checker, ServedSection } from '../model/types';

interface ValidatorModule {
  default(require: typeof validatorRuntime): CompiledFunctions;
}

const loaded = new Map<string, Promise<Checker>>();

/**
 * The rules of a section, compiled by the server and fetched once. @throws (rejects) when the module cannot be had; the next
 * call tries again.
 */
export function loadChecker(section: ServedSection): Promise<Checker> {
  const known = loaded.get(section.validator);
  if (known) return known;
  const checker = fetchChecker(section);
  loaded.set(section.validator, checker);
  checker.catch(() => loaded.delete(section.validator));
  return checker;
}

async function fetchChecker(section: ServedSection): Promise<Checker> {
  const module: ValidatorModule = await import(/* @vite-ignore */ section.validator);
  return createChecker(section, module.default(validatorRuntime));
}

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
