import { applicationTypes } from '../../model/entryPath';
import type { Catalog } from '../../model/section/catalog';
import type { Context, Setting, SubscriberSettings } from '../../model/types';
import { createAjv } from '../compile';
import { configKeys } from '../lint/lintConfigs';
import { type Proof, proveSection } from './proveSection';

/**
 * A section that can't be completed. `settings` is a small set that causes the failure, or {} if no setting matters.
 */
export interface Impossible extends Proof {
  section: string;
  where: string;
  settings: SubscriberSettings['settings'];
}

interface ProofReport {
  completed: number;
  impossible: Impossible[];
}

interface ProofScope {
  sections?: readonly string[];
  /** True (the default) to also try settings that no configuration uses. */
  isPairwise?: boolean;
}

const SETTINGS: Setting[] = ['Hide', 'Required', 'Optional'];

/** Tries to complete each section in a flow, with every configuration and every pair of the section's settings. */
export function proveSchemas(
  catalog: Catalog,
  configs: Record<string, SubscriberSettings>,
  today: string,
  { sections, isPairwise = true }: ProofScope = {},
): ProofReport {
  const names = reachable(catalog, today).filter((name) => !sections || sections.includes(name));
  const proofs = new Map<string, Proof>();
  const context: Context = {
    today,
    applicationType: 'Property',
    applicant: { first_name: 'Robin', last_name: 'Hale' },
    lists: {},
  };
  const prove = (section: string, settings: SubscriberSettings['settings']): Proof => {
    const key = `${section} ${JSON.stringify(settings)}`;
    const found = proofs.get(key) ?? proveSection(catalog.section(section), { settings }, catalog.messages, context);
    proofs.set(key, found);
    return found;
  };
  const impossible = names.flatMap((section) => {
    const keys = [...new Set(configKeys(catalog.section(section).schema).map(({ key }) => key))].sort();
    const named = Object.entries(configs).map(([where, { settings }]) => ({ where, settings: pick(settings, keys) }));
    const rows = (isPairwise ? pairwise(keys, SETTINGS) : []).map((settings) => ({ where: 'pairwise', settings }));
    return [...named, ...rows].flatMap(({ where, settings }): Impossible[] => {
      const proof = prove(section, settings);
      if (!proof.stuck) return [];
      const smallest = smallestSet(settings, (some) => {
        const { stuck, option } = prove(section, some);
        return stuck !== undefined && (proof.option !== undefined || option === undefined);
      });
      return [{ ...prove(section, smallest), section, where, settings: smallest }];
    });
  });
  return { completed: [...proofs.values()].filter((proof) => !proof.stuck).length, impossible: once(impossible) };
}

function reachable(catalog: Catalog, today: string): string[] {
  const ajv = createAjv();
  const parts = catalog.flowNames.flatMap((flow) => catalog.flow(flow).steps.flatMap((step) => step.sections));
  const asked = parts.filter(
    ({ when }) => !when || applicationTypes.some((applicationType) => ajv.validate(when, { today, applicationType })),
  );
  return [...new Set(asked.map(({ section }) => section))];
}

/**
 * Finds a small set of settings that causes the failure. Tries sets of up to three, then leaves out one setting at a
 * time.
 */
function smallestSet(
  settings: SubscriberSettings['settings'],
  isImpossible: (some: SubscriberSettings['settings']) => boolean,
): SubscriberSettings['settings'] {
  const entries = Object.entries(settings);
  for (const size of [0, 1, 2, 3]) {
    const found = subsets(entries, size)
      .map((some) => Object.fromEntries(some))
      .find(isImpossible);
    if (found) return found;
  }
  return entries.reduce((left, [key]) => {
    const { [key]: _gone, ...fewer } = left;
    return isImpossible(fewer) ? fewer : left;
  }, settings);
}

function subsets<T>(items: readonly T[], size: number): T[][] {
  if (size === 0) return [[]];
  return items.flatMap((item, i) => subsets(items.slice(i + 1), size - 1).map((rest) => [item, ...rest]));
}

function pick(settings: SubscriberSettings['settings'], keys: readonly string[]): SubscriberSettings['settings'] {
  return Object.fromEntries(Object.entries(settings).filter(([key]) => keys.includes(key)));
}

function once(found: Impossible[]): Impossible[] {
  return [...new Map(found.map((one) => [`${one.section} ${JSON.stringify(one.settings)}`, one])).values()];
}

/** Returns a small number of rows that cover every pair of values. */
export function pairwise<T>(keys: readonly string[], values: readonly T[]): Record<string, T>[] {
  if (keys.length < 2) return values.map((value) => Object.fromEntries(keys.map((key) => [key, value])));
  const open = allPairs(keys.length, values.length);
  const rows: Record<string, T>[] = [];
  while (open.size > 0) {
    const row = nextRow(keys.length, values.length, open);
    for (const pair of listPairs(row)) open.delete(pair);
    // `row` has indexes of values.
    rows.push(Object.fromEntries(keys.map((key, i) => [key, values[row[i] ?? 0] as T])));
  }
  return rows;
}

/** Returns a row with the first uncovered pair. Each other value covers as many pairs as possible. */
function nextRow(keys: number, values: number, open: ReadonlySet<string>): number[] {
  const [first = ''] = open;
  const row: number[] = [];
  for (const part of first.split(' ')) {
    const [key = 0, value = 0] = part.split('=').map(Number);
    row[key] = value;
  }
  for (let key = 0; key < keys; key++) row[key] ??= bestValue(row, key, values, open);
  return row;
}

function bestValue(row: number[], key: number, values: number, open: ReadonlySet<string>): number {
  const closed = (value: number) =>
    row.filter((other, i) => other !== undefined && open.has(pair(i, other, key, value))).length;
  return Array.from({ length: values }, (_, value) => value).reduce(
    (best, value) => (closed(value) > closed(best) ? value : best),
    0,
  );
}

function allPairs(keys: number, values: number): Set<string> {
  const open = new Set<string>();
  for (let a = 0; a < keys; a++)
    for (let b = a + 1; b < keys; b++)
      for (let i = 0; i < values; i++) for (let j = 0; j < values; j++) open.add(pair(a, i, b, j));
  return open;
}

function listPairs(row: readonly number[]): string[] {
  return row.flatMap((value, a) => row.slice(a + 1).map((other, i) => pair(a, value, a + 1 + i, other)));
}

function pair(a: number, i: number, b: number, j: number): string {
  return a < b ? `${a}=${i} ${b}=${j}` : `${b}=${j} ${a}=${i}`;
}
