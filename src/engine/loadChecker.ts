import { type CompiledFunctions, createChecker } from '../model/checker';
import type { Checker, ServedSection } from '../model/types';
import { validatorRuntime } from '../model/validatorRuntime';

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
