import { createCatalogue } from '../../model/catalogue';
import { configOverlay, type SampleConfig } from '../../model/overlay';
import { explainField } from './explain/explainField';
import type { Reason } from './explain/reasons';
import { jsonPlaces } from './lint/jsonPlaces';
import { nearestLine } from './lint/nearestLine';
import { sourceOf } from './lint/sources';
import { readOption } from './readOption';
import { readSchemaTexts } from './readTexts';

/** `explain <section> <field> --config <file>`: prints why the field is there, and required or not. */
export async function explain(args: string[]): Promise<number> {
  const { value: config = 'demo', rest } = readOption(args, '--config');
  const [section, field] = rest;
  if (!section || !field)
    throw new Error('explain needs a section and a field: explain address landlord_number --config demo');
  const texts = await readSchemaTexts();
  const lines = explainLines(texts, { section, field, config: configFile(config) });
  console.log(lines.join('\n'));
  return 0;
}

/** The printed lines: what decides, where it is written. @throws Error for a section, field or config that is not there */
export function explainLines(
  texts: Record<string, string>,
  wanted: { section: string; field: string; config: string },
): string[] {
  const files = Object.fromEntries(Object.entries(texts).map(([file, text]) => [file, JSON.parse(text)]));
  const catalogue = createCatalogue(files, files['meta/widgets.json']);
  if (!files[wanted.config]) throw new Error(`There is no schemas/${wanted.config}`);
  const overlay = configOverlay(files[wanted.config] as SampleConfig);
  const reasons = explainField(catalogue.section(wanted.section), wanted.field, overlay);
  return [
    `${wanted.section} under ${wanted.config}`,
    ...reasons.map((reason) => format(reason, wanted.section, files, texts)),
  ];
}

function format(
  { about, text, file, path = '' }: Reason,
  section: string,
  files: Record<string, unknown>,
  texts: Record<string, string>,
): string {
  const said = `  ${about.padEnd(10)} ${text}`;
  if (!file || !(`${section}.${file}.json` in files)) return said;
  const place = sourceOf(files, `${section}.${file}.json`, path);
  return `${said}  [schemas/${place.file}:${nearestLine(jsonPlaces(texts[place.file] ?? ''), place.path)}]`;
}

function configFile(name: string): string {
  const file = name.replace(/^(\.\/)?schemas\//, '').replace(/\.json$/, '');
  return `${file.startsWith('configs/') ? file : `configs/${file}`}.json`;
}
