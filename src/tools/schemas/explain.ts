import { createCatalog } from '../../model/section/catalog';
import { readConfigSettings, settingFor } from '../../model/section/subscriberSettings';
import type { SampleConfig, SchemaNode, Section, SubscriberSettings } from '../../model/types';
import {
  chainTo,
  describeTest,
  describeType,
  findPath,
  nameIn,
  nodeAt,
  uiAt,
  uiPath,
} from '../../schema-tools/explain/fieldPlaces';
import { jsonPlaces, nearestLine, sourceOf } from '../../schema-tools/lint/sources';
import { readSchemaTexts } from '../../server/forms/readSchemas';
import { configFile } from './configFile';

/** `explain <section> <field> [--config <file>]`: explains why a field is shown, hidden or required. */
export async function explain(args: string[]): Promise<number> {
  const { value: config = 'demo', rest } = readOption(args, '--config');
  const [section, field] = rest;
  if (!section || !field)
    throw new Error(
      'explain needs a section and a field. Example: npm run schemas -- explain address landlord_number --config demo',
    );
  const texts = await readSchemaTexts();
  const lines = explainLines(texts, { section, field, config: configFile(config) });
  console.log(lines.join('\n'));
  return 0;
}

/**
 * Returns the explanation.
 * @throws Error for an unknown section, field or config
 */
export function explainLines(
  texts: Record<string, string>,
  wanted: { section: string; field: string; config: string },
): string[] {
  const files = Object.fromEntries(Object.entries(texts).map(([file, text]) => [file, JSON.parse(text)]));
  const catalog = createCatalog(files);
  const config: SampleConfig | undefined = files[wanted.config];
  if (!config) throw new Error(`There's no schemas/${wanted.config}. Use the name of a file in schemas/configs.`);
  const settings = readConfigSettings(config);
  const reasons = explainField(catalog.section(wanted.section), wanted.field, settings);
  return [
    `${wanted.section}, with the settings in schemas/${wanted.config}`,
    ...reasons.map((reason) => format(reason, wanted.section, files, texts)),
  ];
}

function format(
  { about, text, file, path = '' }: Reason,
  section: string,
  files: Record<string, unknown>,
  texts: Record<string, string>,
): string {
  const line = `  ${about.padEnd(10)} ${text}`;
  if (!file || !(`${section}.${file}.json` in files)) return line;
  const place = sourceOf(files, `${section}.${file}.json`, path);
  return `${line}  [schemas/${place.file}:${nearestLine(jsonPlaces(texts[place.file] ?? ''), place.path)}]`;
}

/** Explains a field by name or path: `'zipcode'`, `'address/zipcode'`, `'address/[]/zipcode'`. */
function explainField(section: Section, field: string, settings: SubscriberSettings): Reason[] {
  const chain = chainTo(section.schema, findPath(section.schema, field));
  const steps = chain.map((path) => nodeAt(section.schema, path));
  const reasons = chain.flatMap((path, i) =>
    aboutStep(path, steps[i] ?? {}, steps[i - 1], i === chain.length - 1, settings),
  );
  const path = chain.at(-1) ?? '';
  const node = steps.at(-1) ?? {};
  return [
    { about: 'field', text: node.title ?? nameIn(path), file: 'schema', path },
    { about: 'type', text: describeType(node), file: 'schema', path: `${path}/type` },
    ...reasons,
    ...messagesOf(node, path),
    {
      about: 'widget',
      text: String(uiAt(section.ui, path)['ui:widget'] ?? 'the default for its type'),
      file: 'ui',
      path: uiPath(path),
    },
    ...personal(node, path),
    { about: 'result', text: summarizeReasons(reasons) },
  ];
}

function summarizeReasons(reasons: Reason[]): string {
  if (reasons.some(({ about, text }) => about === 'setting' && text.endsWith('hidden'))) return 'hidden by a setting';
  const conditions = reasons.filter(({ about, text }) => about === 'condition' && !text.endsWith("it isn't)"));
  const shown = conditions.filter(({ text }) => /(^|: )shown/.test(text)).length > 0;
  const always = reasons.some(({ about, text }) => about === 'required' && text.startsWith('yes'));
  const sometimes = conditions.some(({ text }) => /required while/.test(text) && !text.includes(': '));
  const required = always ? 'required' : sometimes ? 'required if its condition is met' : 'optional';
  return `${shown ? 'shown if its condition is met' : 'always shown'}, ${required}`;
}

interface Reason {
  about: 'field' | 'type' | 'setting' | 'condition' | 'required' | 'message' | 'widget' | 'personal' | 'result';
  text: string;
  file?: 'schema' | 'ui';
  /** JSON pointer into `file`. */
  path?: string;
}

function personal({ 'x-pii': text }: SchemaNode, path: string): Reason[] {
  return text ? [{ about: 'personal', text, file: 'schema', path: `${path}/x-pii` }] : [];
}

function aboutStep(
  path: string,
  node: SchemaNode,
  above: SchemaNode | undefined,
  isField: boolean,
  settings: SubscriberSettings,
): Reason[] {
  const parent = parentOf(path, above);
  const name = nameIn(path);
  const place = isField ? '' : `${name}: `;
  return [
    ...aboutSetting(node, path, place, settings),
    ...(isField || parent.node ? aboutConditions(parent, name, place, settings) : []),
    ...(isField ? aboutRequired(node, parent, name, settings) : []),
  ];
}

interface Parent {
  path: string;
  node?: SchemaNode;
}

function parentOf(path: string, above: SchemaNode | undefined): Parent {
  const at = path.slice(0, path.lastIndexOf('/properties/'));
  return { path: at, node: at.endsWith('/items') ? above?.items : above };
}

function aboutSetting(node: SchemaNode, path: string, place: string, settings: SubscriberSettings): Reason[] {
  if (node['x-config'] === undefined) return [];
  const keys = [node['x-config']].flat();
  const setting = settingFor(node['x-config'], settings);
  const each = keys.map((key) => `${key} = ${settings.settings[key] ?? 'not set'}`).join(', ');
  const means = {
    Hide: 'hidden',
    Required: node.type === 'object' ? 'shown' : 'required while it is shown',
    Optional: 'optional',
  };
  return [
    {
      about: 'setting',
      text: `${place}${each}: ${setting ? means[setting] : 'as in the schema'}`,
      file: 'schema',
      path: `${path}/x-config`,
    },
  ];
}

function aboutConditions({ path, node }: Parent, name: string, place: string, settings: SubscriberSettings): Reason[] {
  return (node?.['x-conditions'] ?? []).flatMap((rule, i): Reason[] => {
    const does = [rule.show?.includes(name) && 'shown', rule.require?.includes(name) && 'required'].filter(Boolean);
    if (does.length === 0) return [];
    const off =
      rule['x-config'] && settingFor(rule['x-config'], settings) !== 'Required'
        ? ` (applies only if ${[rule['x-config']].flat().join(', ')} is Required, and it isn't)`
        : '';
    return [
      {
        about: 'condition',
        text: `${place}${does.join(' and ')} while ${describeTest(rule.if)}${off}`,
        file: 'schema',
        path: `${path}/x-conditions/${i}`,
      },
    ];
  });
}

function aboutRequired(
  node: SchemaNode,
  { path, node: parent }: Parent,
  name: string,
  settings: SubscriberSettings,
): Reason[] {
  const written = parent?.required?.includes(name) ?? false;
  const setting = settingFor(node['x-config'], settings);
  const text =
    setting === 'Required' && !written
      ? 'yes, by the setting'
      : setting === 'Optional' && written
        ? 'no: the setting makes it optional'
        : written
          ? 'yes, by the schema'
          : 'no';
  return [{ about: 'required', text, file: 'schema', path: `${path}/required` }];
}

function messagesOf(node: SchemaNode, path: string): Reason[] {
  return Object.entries(node.errorMessage ?? {}).map(([keyword, message]) => ({
    about: 'message',
    text: `${keyword}: ${message}`,
    file: 'schema',
    path: `${path}/errorMessage/${keyword}`,
  }));
}

/** Separates `--name value` from the other arguments. Throws if the value is missing. */
function readOption(args: readonly string[], name: string): { value?: string; rest: string[] } {
  const at = args.indexOf(name);
  if (at < 0) return { rest: [...args] };
  const value = args[at + 1];
  if (value === undefined) throw new Error(`${name} needs a value.`);
  return { value, rest: args.filter((_, i) => i !== at && i !== at + 1) };
}
