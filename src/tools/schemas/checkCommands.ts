import { existsSync } from 'node:fs';
import path from 'node:path';
import { keyOf } from '../../model/answers/paths';
import { toIsoDate } from '../../model/format/dates';
import { lawOf, readJurisdictions } from '../../model/law/jurisdictions';
import { type Catalog, createCatalog } from '../../model/section/catalog';
import { readConfigSettings } from '../../model/section/subscriberSettings';
import type { SampleConfig, SchemaFiles, SubscriberSettings } from '../../model/types';
import { groupByCause, isCleanup, type LintIssue, lintSchemas } from '../../schema-tools/lint/lintSchemas';
import type { Impossible } from '../../schema-tools/prove/proveSchemas';
import { readOutsideWidgets } from '../../server/forms/outsideWidgets';
import { readSchemaFiles, readSchemaTexts, schemasFolder } from '../../server/forms/readSchemas';
import { findRoot } from '../../server/platform/config';
import { describeLaw, findLawBreaks, type Landlord, listPlaces } from './law';
import { readWidgetNames } from './widgetIndex';

/**
 * `lint [--all]`: prints issues, grouped by cause. Without `--all`, prints at most 20 causes. Returns 1 if there are
 * issues.
 */
export async function lint(args: string[]): Promise<number> {
  const [texts, own] = await Promise.all([readSchemaTexts(), readWidgetNames()]);
  const widgets = [...own, ...Object.keys(readOutsideWidgets())];
  const all = lintSchemas({ texts, widgets, today: toIsoDate(new Date()) });
  const findings = all.filter((issue) => isOwnFile(issue.file) || !isCleanup(issue));
  const causes = groupByCause(findings);
  const printed = args.includes('--all') ? causes : causes.slice(0, 20);
  for (const { first, others } of printed)
    console.log(
      `${shownPath(first.file)}:${first.line}  ${first.code}  ${first.path}\n    ${first.fix}${listOthers(others)}`,
    );
  if (printed.length < causes.length)
    console.log(`\n${causes.length - printed.length} more: npm run schemas -- lint --all`);
  console.log(
    findings.length
      ? `\n${findings.length} ${findings.length === 1 ? 'problem' : 'problems'} to fix`
      : `${Object.keys(texts).length} files checked, no problems`,
  );
  return findings.length ? 1 : 0;
}

/** False if the file isn't in SCHEMAS_DIR. The portal's file is then used instead. */
const isOwnFile = (file: string): boolean => existsSync(path.join(schemasFolder(), file));

/** `'flows/entry.json'` → `'schemas/flows/entry.json'`, or the path in SCHEMAS_DIR */
export function shownPath(file: string): string {
  const folder = isOwnFile(file) ? schemasFolder() : path.join(findRoot(), 'schemas');
  return path.relative(findRoot(), path.join(folder, file));
}

function listOthers(others: readonly LintIssue[]): string {
  if (others.length === 0) return '';
  const places = others.slice(0, 3).map(({ file, line }) => `${shownPath(file)}:${line}`);
  return `\n    The same in ${[...places, ...(others.length > 3 ? [`${others.length - 3} more places`] : [])].join(', ')}.`;
}

/**
 * `prove [<section>] [--stored]`: prints forms that can't be completed, and violations of the law. Returns 1 if there
 * are any. Throws for an unknown section.
 */
export async function prove(args: string[]): Promise<number> {
  const files = await readSchemaFiles();
  const catalog: Catalog = createCatalog(files);
  const named = args.filter((word) => !word.startsWith('--'));
  const unknown = named.find((name) => !catalog.sectionNames.includes(name));
  if (unknown !== undefined)
    throw new Error(`There's no section '${unknown}'. Use one of ${catalog.sectionNames.join(', ')}.`);
  const stored = args.includes('--stored') ? await readStored<Record<string, SubscriberSettings>>('settings') : {};
  const configs = { ...readSampleSettings(files), ...stored };
  const sections = named.length ? named : undefined;
  const today = new Date().toISOString().slice(0, 10);
  // Imported here, because no other command needs this module.
  const { proveSchemas } = await import('../../schema-tools/prove/proveSchemas');
  const forbidden = await proveLaw(files, args);
  for (const line of forbidden) console.log(line);
  const { completed, impossible } = proveSchemas(catalog, configs, today, { sections });
  for (const one of impossible) console.log(describe(one));
  console.log(
    `Completed ${sections?.join(', ') ?? `${catalog.sectionNames.length} sections`} in ${completed} ${completed === 1 ? 'way' : 'ways'}, with the settings of ${Object.keys(configs).length} samples or subscribers, and with each pair of a section's settings; ${impossible.length} failed`,
  );
  return impossible.length || forbidden.length ? 1 : 0;
}

/**
 * Finds settings of samples that violate the law of a place. With `--stored`, also checks subscribers' settings and
 * fees.
 */
async function proveLaw(files: SchemaFiles, args: string[]): Promise<string[]> {
  const samples = Object.entries(files).filter(([file]) => file.startsWith('configs/'));
  const own = samples.map(([file, config]) => {
    const { places = [] } = Object(config) as SampleConfig;
    return { where: file, places, settings: readConfigSettings(Object(config)).settings };
  });
  return findLawBreaks(
    readJurisdictions(files),
    args.includes('--stored') ? [...own, ...(await readStored<Landlord[]>('homes'))] : own,
  );
}

/** `law [<place>]`: prints a place's rules, or a list of all places. Throws for an unknown place. */
export async function law([place]: string[]): Promise<number> {
  const all = readJurisdictions(await readSchemaFiles());
  if (place !== undefined && !Object.hasOwn(all, place))
    throw new Error(`There's no place '${place}'. Use one of ${Object.keys(all).sort().join(', ')}.`);
  for (const line of place === undefined ? listPlaces(all) : describeLaw(lawOf(all, place))) console.log(line);
  return 0;
}

export function readSampleSettings(files: SchemaFiles): Record<string, SubscriberSettings> {
  const names = Object.keys(files).flatMap((file) => /^configs\/(.*)\.json$/.exec(file)?.[1] ?? []);
  return Object.fromEntries(
    names.map((name) => [`configs/${name}.json`, readConfigSettings(files[`configs/${name}.json`] ?? {})]),
  );
}

function describe({ section, where, settings, stuck, option }: Impossible): string {
  const smallest = Object.entries(settings).map(([key, value]) => `${key} = ${value}`);
  const way = option ? ` when '${keyOf(option.path)}' is ${JSON.stringify(option.value)}` : '';
  return `${section} can't be completed${way}: '${keyOf(stuck?.path ?? [])}' fails with "${stuck?.message}" (${stuck?.keyword})
    Smallest set of settings that causes it: ${smallest.join(', ') || 'none, it always fails'} (found in ${where})`;
}

async function readStored<T>(what: 'settings' | 'homes'): Promise<T> {
  const { ask } = await import('../portal/ask');
  const { lines, error } = await ask(['schemas', what], { onlyLooks: true });
  if (error) throw new Error(error);
  return JSON.parse(lines.join(''));
}

/**
 * `impact [--old <folder>] [--json]`: counts the stored answers and drafts that the files break. Returns 1 if answers
 * are lost, or a breaking change has no migration.
 */
export async function impact(args: string[]): Promise<number> {
  const { ask } = await import('../portal/ask');
  const { lines, error, code } = await ask(['schemas', 'impact', ...args], { onlyLooks: true });
  for (const line of lines) console.log(line);
  // The JSON already contains the error.
  if (error && !(args.includes('--json') && lines.length)) console.error(error);
  return code;
}
