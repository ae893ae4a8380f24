import useSWRImmutable from 'swr/immutable';
import { ApiError } from '../../api/apiError';
import { loadChecker } from '../../engine/loadChecker';
import { pageMessages } from '../../messages/useMessages';
import type { Checker, ServedForm } from '../../model/types';
import { checkerKey } from '../../model/validation/checkerKey';

export function useCheckers(form: ServedForm | undefined) {
  return useSWRImmutable<Record<string, Checker>, Error>(
    form && checkersKey(form),
    form ? () => loadCheckers(form).catch(refuseLoading) : null,
  );
}

/** Replaces the browser's message, which applicants wouldn't understand. */
function refuseLoading(cause: unknown): never {
  throw new ApiError(0, pageMessages('shell').api.offline, { cause });
}

export function checkersKey({ sections }: ServedForm): string[] {
  return ['checkers', ...sections.map(checkerKey)];
}

export async function loadCheckers({ sections, rules }: ServedForm): Promise<Record<string, Checker>> {
  const pairs = sections.map(async (section) => [section.name, await loadChecker(section, rules)] as const);
  return Object.fromEntries(await Promise.all(pairs));
}

/** Throws if the section's validator wasn't loaded. */
export function checkerOf(checkers: Record<string, Checker>, section: string): Checker {
  const checker = checkers[section];
  if (!checker) throw new Error(`The rules of '${section}' were not loaded`);
  return checker;
}
