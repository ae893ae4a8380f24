import { createCatalogue } from '../../model/catalogue';
import { configOverlay, settingFor } from '../../model/overlay';
import type { Overlay, SampleConfig, SchemaNode, Section } from '../../model/types';
import { readSchemaTexts } from '../../server/forms/readSchemas';
import { chainTo, describeTest, describeType, findPath, nameIn, nodeAt, uiAt, uiPath } from './explain/fieldPlaces';
import { jsonPlaces, nearestLine, sourceOf } from './lint/sources';

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
  const catalogue = createCatalogue(files);
  const config: SampleConfig | undefined = files[wanted.config];
  if (!config) throw new Error(`There is no schemas/${wanted.config}`);
  const overlay = configOverlay(config);
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

/**
 * Why a field is there, and required or not, under an overlay. `field` is its name, or its path with or without rows:
 * `'zipcode'`, `'address/zipcode'`, `'address/[]/zipcode'`.
 * @throws Error when no field is called so, or several are
 */
function explainField(section: Section, field: string, overlay: Overlay): Reason[] {
  const chain = chainTo(section.schema, findPath(section.schema, field));
  const steps = chain.map((path) => nodeAt(section.schema, path));
  const reasons = chain.flatMap((path, i) =>
    aboutStep(path, steps[i] ?? {}, steps[i - 1], i === chain.length - 1, overlay),
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
      text: String(uiAt(section.ui, path)['ui:widget'] ?? 'by its type'),
      file: 'ui',
      path: uiPath(path),
    },
    ...personal(node, path),
    { about: 'result', text: conclude(reasons) },
  ];
}

function conclude(reasons: Reason[]): string {
  if (reasons.some(({ about, text }) => about === 'setting' && text.endsWith('taken out'))) return 'not asked';
  const conditions = reasons.filter(({ about, text }) => about === 'condition' && !text.endsWith('it is not)'));
  const shown = conditions.filter(({ text }) => /(^|: )shown/.test(text)).length > 0;
  const always = reasons.some(({ about, text }) => about === 'required' && text.startsWith('yes'));
  const sometimes = conditions.some(({ text }) => /required while/.test(text) && !text.includes(': '));
  const required = always ? 'required' : sometimes ? 'required while its condition holds' : 'not required';
  return `${shown ? 'asked while its condition holds' : 'always asked'}, ${required}`;
}

/** One thing that decides about a field; `path` points into the file named. */
interface Reason {
  about: 'field' | 'type' | 'setting' | 'condition' | 'required' | 'message' | 'widget' | 'personal' | 'result';
  text: string;
  file?: 'schema' | 'ui';
  path?: string;
}

function personal({ 'x-pii': text }: SchemaNode, path: string): Reason[] {
  return text ? [{ about: 'personal', text, file: 'schema', path: `${path}/x-pii` }] : [];
}

/** What decides about one field on the way to the field asked for, or about that field itself. */
function aboutStep(
  path: string,
  node: SchemaNode,
  above: SchemaNode | undefined,
  isField: boolean,
  overlay: Overlay,
): Reason[] {
  const parent = parentOf(path, above);
  const name = nameIn(path);
  const place = isField ? '' : `${name}: `;
  return [
    ...aboutSetting(node, path, place, overlay),
    ...(isField || parent.node ? aboutConditions(parent, name, place, overlay) : []),
    ...(isField ? aboutRequired(node, parent, name, overlay) : []),
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

function aboutSetting(node: SchemaNode, path: string, place: string, overlay: Overlay): Reason[] {
  if (node['x-config'] === undefined) return [];
  const keys = [node['x-config']].flat();
  const setting = settingFor(node['x-config'], overlay);
  const each = keys.map((key) => `${key} = ${overlay.settings[key] ?? 'not set'}`).join(', ');
  const means = {
    Hide: 'taken out',
    Required: node.type === 'object' ? 'stays' : 'required while it is shown',
    Optional: 'asked, not required',
  };
  return [
    {
      about: 'setting',
      text: `${place}${each}: ${setting ? means[setting] : 'as the file says'}`,
      file: 'schema',
      path: `${path}/x-config`,
    },
  ];
}

function aboutConditions({ path, node }: Parent, name: string, place: string, overlay: Overlay): Reason[] {
  return (node?.['x-conditions'] ?? []).flatMap((rule, i): Reason[] => {
    const does = [rule.show?.includes(name) && 'shown', rule.require?.includes(name) && 'required'].filter(Boolean);
    if (does.length === 0) return [];
    const off =
      rule['x-config'] && settingFor(rule['x-config'], overlay) !== 'Required'
        ? ` (counts only when ${[rule['x-config']].flat().join(', ')} is Required, and it is not)`
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

function aboutRequired(node: SchemaNode, { path, node: parent }: Parent, name: string, overlay: Overlay): Reason[] {
  const written = parent?.required?.includes(name) ?? false;
  const setting = settingFor(node['x-config'], overlay);
  const text =
    setting === 'Required' && !written
      ? 'yes, by the setting'
      : setting === 'Optional' && written
        ? 'no: the setting takes it off'
        : written
          ? 'yes, by the file'
          : 'not by the file';
  return [{ about: 'required', text, file: 'schema', path: `${path}/required` }];
}

/** What the field says when its rules are broken. */
function messagesOf(node: SchemaNode, path: string): Reason[] {
  return Object.entries(node.errorMessage ?? {}).map(([keyword, message]) => ({
    about: 'message',
    text: `${keyword}: ${message}`,
    file: 'schema',
    path: `${path}/errorMessage/${keyword}`,
  }));
}

/** Takes `--name value` out of a command's arguments. Throws when the value is missing. */
function readOption(args: readonly string[], name: string): { value?: string; rest: string[] } {
  const at = args.indexOf(name);
  if (at < 0) return { rest: [...args] };
  const value = args[at + 1];
  if (value === undefined) throw new Error(`${name} needs a value`);
  return { value, rest: args.filter((_, i) => i !== at && i !== at + 1) };
}
