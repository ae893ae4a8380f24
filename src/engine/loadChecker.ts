import equal from 'ajv/dist/runtime/equal.js';
import ucs2length from 'ajv/dist/runtime/ucs2length.js';
import { createChecker } from '../model/checker';
import { formats } from '../model/formats';
import { rules } from '../model/keywords/rules';
import type { Checker, CompiledFunctions, ServedSection } from '../model/types';

type MakeFunctions = (require: typeof validatorRuntime) => CompiledFunctions;

const loaded = new Map<string, Promise<Checker>>();

/**
 * The rules of a section, compiled by the server and fetched once: out of the module at `joined` where that has them, else from the
 * section's own. @throws (rejects) when neither can be had; the next call tries again.
 */
export function loadChecker(section: ServedSection, joined?: string): Promise<Checker> {
  const known = loaded.get(section.validator);
  if (known) return known;
  const checker = fetchChecker(section, joined);
  loaded.set(section.validator, checker);
  checker.catch(() => loaded.delete(section.validator));
  return checker;
}

async function fetchChecker(section: ServedSection, joined: string | undefined): Promise<Checker> {
  const rules = joined ? await loadRules(joined) : {};
  const make = rules[section.validator] ?? (await importDefault<MakeFunctions>(section.validator));
  return createChecker(section, make(validatorRuntime));
}

/** The rules of several sections by the addresses of their own modules; none when they cannot be had together. */
export function loadRules(address: string): Promise<Record<string, MakeFunctions>> {
  return importDefault<Record<string, MakeFunctions>>(address).catch(() => ({}));
}

async function importDefault<T>(address: string): Promise<T> {
  const module: { default: T } = await import(/* @vite-ignore */ address);
  return module.default;
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
