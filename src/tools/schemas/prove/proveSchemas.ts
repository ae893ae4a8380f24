import type { Catalogue } from '../../../model/catalogue';
import { createAjv } from '../../../model/createAjv';
import type { ApplicationType, Context, Overlay, Setting } from '../../../model/types';
import { configKeys } from '../lint/configKeys';
import { pairwise } from './pairwise';
import { type Proof, proveSection } from './proveSection';

/** A section that cannot be completed, and the smallest settings that make it so ({} when it never can). */
export interface Impossible extends Proof {
  section: string;
  /** The configuration in which it was found. */
  where: string;
  settings: Overlay['settings'];
}

export interface ProofReport {
  /** How many sections under how many different settings were completed. */
  completed: number;
  impossible: Impossible[];
}

const TYPES: ApplicationType[] = ['Office', 'Agent', 'Property', 'Floor', 'Unit'];
const SETTINGS: Setting[] = ['Hide', 'Required', 'Optional'];

/**
 * Shows that every section a flow leads to can be completed: under each named configuration, and with every two settings that it
 * reads at every two of their values. Sections are judged one by one on save, so settings of different sections do not meet.
 */
export function proveSchemas(catalogue: Catalogue, configs: Record<string, Overlay>, today: string): ProofReport {
  const names = reachable(catalogue, today);
  const proofs = new Map<string, Proof>();
  const context: Context = {
    today,
    applicationType: 'Property',
    applicant: { first_name: 'Robin', last_name: 'Hale' },
    lists: {},
  };
  const prove = (section: string, settings: Overlay['settings']): Proof => {
    const key = `${section} ${JSON.stringify(settings)}`;
    const found =
      proofs.get(key) ?? proveSection(catalogue.section(section), { settings }, catalogue.messages, context);
    proofs.set(key, found);
    return found;
  };
  const impossible = names.flatMap((section) => {
    const keys = [...new Set(configKeys(catalogue.section(section).schema).map(({ key }) => key))].sort();
    const named = Object.entries(configs).map(([where, { settings }]) => ({ where, settings: pick(settings, keys) }));
    const rows = pairwise(keys, SETTINGS).map((settings) => ({ where: 'pairwise', settings }));
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

function reachable(catalogue: Catalogue, today: string): string[] {
  const ajv = createAjv();
  const parts = ['entry', 'application', 'success'].flatMap((flow) =>
    catalogue.flow(flow).steps.flatMap((step) => step.sections),
  );
  const asked = parts.filter(
    ({ when }) => !when || TYPES.some((applicationType) => ajv.validate(when, { today, applicationType })),
  );
  return [...new Set(asked.map(({ section }) => section))];
}

/** The fewest of the settings that are still impossible; tried by size up to three, then by leaving out one after the other. */
function smallestSet(
  settings: Overlay['settings'],
  isImpossible: (some: Overlay['settings']) => boolean,
): Overlay['settings'] {
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

function pick(settings: Overlay['settings'], keys: readonly string[]): Overlay['settings'] {
  return Object.fromEntries(keys.filter((key) => settings[key]).map((key) => [key, settings[key] as Setting]));
}

function once(found: Impossible[]): Impossible[] {
  return [...new Map(found.map((one) => [`${one.section} ${JSON.stringify(one.settings)}`, one])).values()];
}
