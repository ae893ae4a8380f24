import { linkedPlaces, type Migration } from '../../model/answers/migrations';
import type { BreakingChange } from '../../schema-tools/impact/breakingChanges';
import type { StoredQuery } from './storedAnswerRepository';

export function createStoredQuery(change: BreakingChange, migrations: readonly Migration[]): StoredQuery {
  const { section, field } = change;
  return {
    places: linkedPlaces({ section, field }, migrations).map((place) => ({
      section: place.section,
      path: toJsonPath(place.field, change),
    })),
    savedOnly: change.change === 'section-moved',
  };
}

/** Skips groups, which are stored even if they're empty. */
const ANSWER = '.** ? (@.type() != "object" && @.type() != "array")';

/** Converts a field to a JSON path: `address/[]/city` → `$."address"[*]."city"…`. */
function toJsonPath(field: string, { change, options }: Pick<BreakingChange, 'change' | 'options'>): string {
  const parts = field.split('/').filter(Boolean);
  if (change === 'newly-required')
    return `$${steps(parts.slice(0, -1))} ? (!(exists(@.${JSON.stringify(parts.at(-1) ?? '')})))`;
  const at = `$${steps(parts)}`;
  if (!options) return at + ANSWER;
  return `${at} ? (${options.map((value) => `@ == ${JSON.stringify(value)}`).join(' || ')})`;
}

const steps = (parts: readonly string[]) =>
  parts.map((part) => (part === '[]' ? '[*]' : `.${JSON.stringify(part)}`)).join('');
