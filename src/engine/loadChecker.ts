import equal from 'ajv/dist/runtime/equal.js';
import ucs2length from 'ajv/dist/runtime/ucs2length.js';
import type { Checker, CompiledFunctions, ServedSection } from '../model/types';
import { createChecker } from '../model/validation/checker';
import { checkerKey } from '../model/validation/checkerKey';
import { formats } from '../model/validation/formats';
import { rules } from '../model/validation/keywords';

type MakeFunctions = (require: typeof validatorRuntime) => CompiledFunctions;

const loaded = new Map<string, Promise<Checker>>();

/**
 * Loads a section's validator. First tries the module at the URL `joined`, which contains several validators. Failures
 * aren't cached.
 */
export function loadChecker(section: ServedSection, joined?: string): Promise<Checker> {
  const key = checkerKey(section);
  const known = loaded.get(key);
  if (known) return known;
  const checker = fetchChecker(section, joined);
  loaded.set(key, checker);
  checker.catch(() => loaded.delete(key));
  return checker;
}

async function fetchChecker(section: ServedSection, joined: string | undefined): Promise<Checker> {
  const rules = joined ? await loadRules(joined) : {};
  const make = rules[section.validator] ?? (await importDefault<MakeFunctions>(section.validator, OWN_LIMIT_MS));
  return createChecker(section, make(validatorRuntime));
}

/** Browsers set no limit to the loading of a module. */
const JOINED_LIMIT_MS = 8_000;
const OWN_LIMIT_MS = 30_000;

/**
 * Loads the validators of several sections. Keys are the URLs of the sections' own modules. Returns {} on failure or
 * after 8 seconds.
 */
export function loadRules(address: string): Promise<Record<string, MakeFunctions>> {
  return importDefault<Record<string, MakeFunctions>>(address, JOINED_LIMIT_MS).catch(() => ({}));
}

/** How often each module couldn't be loaded. */
const failures = new Map<string, number>();

/** @throws Error if the module isn't loaded in time */
async function importDefault<T>(address: string, limitMs: number): Promise<T> {
  const failed = failures.get(address) ?? 0;
  try {
    const module = await withinLimit<{ default: T }>(import(/* @vite-ignore */ addressAfter(address, failed)), limitMs);
    return module.default;
  } catch (cause) {
    failures.set(address, failed + 1);
    throw cause;
  }
}

/** Returns another address after a failure, because browsers don't load the same one again. */
function addressAfter(address: string, failed: number): string {
  return failed ? `${address}${address.includes('?') ? '&' : '?'}again=${failed}` : address;
}

async function withinLimit<T>(loading: Promise<T>, limitMs: number): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('The rules of this page take too long to load.')), limitMs);
  });
  return Promise.race([loading, late]).finally(() => clearTimeout(timer));
}

// Validators read `default`, but some bundlers already unwrap it in CommonJS modules.
const modules: Record<string, unknown> = {
  'ajv/dist/runtime/equal': 'default' in equal ? equal : { default: equal },
  'ajv/dist/runtime/ucs2length': 'default' in ucs2length ? ucs2length : { default: ucs2length },
  formats,
  rules,
};

/** Returns a module that validators import. Throws for unknown names. */
export function validatorRuntime(name: string): unknown {
  const found = modules[name];
  if (!found) throw new Error(`A compiled validator needs '${name}', which validatorRuntime doesn't have`);
  return found;
}
