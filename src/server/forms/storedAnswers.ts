import { linkedPlaces, type Migration } from '../../model/answers/migrations';
import type { BreakingChange, Limit } from '../../schema-tools/impact/breakingChanges';
import type { StoredPlace, StoredQuery } from './storedAnswerRepository';

export function createStoredQuery(change: BreakingChange, migrations: readonly Migration[]): StoredQuery {
  const { section, field } = change;
  return {
    places: linkedPlaces({ section, field }, migrations).flatMap((place) =>
      findBrokenPlaces(place.field, change).map((one) => ({ section: place.section, ...one })),
    ),
    savedOnly: change.change === 'section-moved',
  };
}

const ANSWER = '.** ? (@.type() != "object" && @.type() != "array" && @ != null && @ != "")';

function findBrokenPlaces(field: string, change: BreakingChange): Omit<StoredPlace, 'section'>[] {
  const { options, limits } = change;
  const parts = field.split('/').filter(Boolean);
  if (change.change === 'newly-required')
    return [{ path: `$${steps(parts.slice(0, -1))} ? (!(exists(@${steps(parts.slice(-1))})))` }];
  const at = `$${steps(parts)}`;
  if (options)
    return [{ path: `${at} ? (${options.map((value) => `@ == ${JSON.stringify(value)}`).join(' || ')} || ${SEALED})` }];
  return limits ? limits.map((limit) => placeBeyond(limit, parts)) : [{ path: at + ANSWER }];
}

/** Encrypted answers can't be compared, so they all count. */
const SEALED = 'exists(@."$sealed")';

const NUMBERS: Partial<Record<Limit['rule'], string>> = {
  maximum: '>',
  exclusiveMaximum: '>=',
  minimum: '<',
  exclusiveMinimum: '<=',
};

function placeBeyond({ rule, now }: Limit, parts: readonly string[]): Omit<StoredPlace, 'section'> {
  const at = `$${steps(parts)}`;
  if (rule === 'maxLength') return { path: at, maxLength: now };
  if (rule === 'minLength') return { path: at, minLength: now };
  // A filter on the list itself would be applied to its rows.
  if (rule === 'maxItems' || rule === 'minItems')
    return {
      path: `$${steps(parts.slice(0, -1))} ? (@${steps(parts.slice(-1))}.size() ${rule === 'maxItems' ? '>' : '<'} ${now})`,
    };
  return { path: `${at} ? (@ ${NUMBERS[rule]} ${now} || ${SEALED})` };
}

/** `address/[]/city` → `."address"[*]."city"` */
const steps = (parts: readonly string[]) =>
  parts.map((part) => (part === '[]' ? '[*]' : `.${JSON.stringify(part)}`)).join('');
