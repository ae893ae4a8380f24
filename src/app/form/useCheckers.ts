import useSWRImmutable from 'swr/immutable';
import { loadChecker } from '../../engine/loadChecker';
import type { Checker, ServedForm } from '../../model/types';

/** The compiled rules of a form's sections, by section name; each module is fetched once, since its address changes with it. */
export function useCheckers(form: ServedForm | undefined) {
  return useSWRImmutable<Record<string, Checker>, Error>(
    form && checkersKey(form),
    form ? () => loadCheckers(form) : null,
  );
}

/** Under what the rules of a form are kept. */
export function checkersKey({ sections }: ServedForm): string[] {
  return ['checkers', ...sections.map(({ validator }) => validator)];
}

/** Fetches the rules of a form's sections. */
export async function loadCheckers({ sections, rules }: ServedForm): Promise<Record<string, Checker>> {
  const pairs = sections.map(async (section) => [section.name, await loadChecker(section, rules)] as const);
  return Object.fromEntries(await Promise.all(pairs));
}

/** The rules of one section. @throws Error for one that was not loaded with its form */
export function checkerOf(checkers: Record<string, Checker>, section: string): Checker {
  const checker = checkers[section];
  if (!checker) throw new Error(`The rules of '${section}' were not loaded`);
  return checker;
}
