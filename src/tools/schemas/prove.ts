import { type Catalogue, createCatalogue } from '../../model/catalogue';
import { configOverlay, type SampleConfig } from '../../model/overlay';
import { keyOf } from '../../model/paths';
import type { Overlay } from '../../model/types';
import { readSchemaFiles } from '../../server/forms/schemaFiles';
import { type Impossible, proveSchemas } from './prove/proveSchemas';
import { storedOverlays } from './storedOverlays';

/** `prove [--stored]`: prints what cannot be completed; 1 when there is something. */
export async function prove(args: string[]): Promise<number> {
  const files = await readSchemaFiles();
  const catalogue: Catalogue = createCatalogue(files, files['meta/widgets.json'] as string[]);
  const stored = args.includes('--stored') ? await storedOverlays() : {};
  const configs = { ...sampleOverlays(files), ...stored };
  const { completed, impossible } = proveSchemas(catalogue, configs, new Date().toISOString().slice(0, 10));
  for (const one of impossible) console.log(tell(one));
  console.log(
    `${completed} ways to fill ${catalogue.sectionNames.length} sections, under ${Object.keys(configs).length} configurations and pairwise over their settings; ${impossible.length} impossible`,
  );
  return impossible.length ? 1 : 0;
}

/** The overlays of the samples in schemas/configs, by file. */
export function sampleOverlays(files: Record<string, unknown>): Record<string, Overlay> {
  const configs = Object.entries(files).filter(([file]) => file.startsWith('configs/'));
  return Object.fromEntries(configs.map(([file, config]) => [file, configOverlay(config as SampleConfig)]));
}

function tell({ section, where, settings, stuck, option }: Impossible): string {
  const smallest = Object.entries(settings).map(([key, value]) => `${key} = ${value}`);
  const way = option ? ` once '${keyOf(option.path)}' is ${JSON.stringify(option.value)}` : '';
  return `${section} cannot be completed${way}: '${keyOf(stuck?.path ?? [])}' says "${stuck?.message}" (${stuck?.keyword})
    smallest set of settings: ${smallest.join(', ') || 'none, it never can'} (found in ${where})`;
}
