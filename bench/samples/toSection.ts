import { getIn, isRecord, ownMember, parsePointer } from '../../src/model/answers/paths';
import type { Json, LeftOut, Sample } from './sample';

/** Files of one section, before lint. `definitions` has only circular references. */
export interface SampleFiles {
  schema: Json;
  ui: Json;
  definitions: Json;
  leftOut: LeftOut[];
}

const WIDGETS: Record<string, string> = {
  text: 'Text',
  updown: 'Text',
  textarea: 'TextArea',
  password: 'Password',
  radio: 'Radio',
  RadioWidget: 'Radio',
  select: 'Select',
  checkbox: 'Checkbox',
  checkboxes: 'Checkboxes',
  CheckboxesWidget: 'Checkboxes',
  date: 'DateText',
  'alt-date': 'DateText',
};

/**
 * Resolves references and uses our widgets' names. Keeps everything else, so that lint finds what our format doesn't
 * support.
 */
export function toSection({ name, schema, uiSchema = {} }: Sample): SampleFiles {
  const definitions: Json = {};
  const { definitions: _old, $defs: _new, $id, ...root } = schema;
  const written = writeOut(root, schema, [], definitions);
  const leftOut: LeftOut[] = [];
  const ui = toUi(uiSchema, '', leftOut);
  const own = isRecord(written) ? written : {};
  return {
    schema: {
      ...own,
      $schema: './meta/section.schema.json',
      title: own.title ?? name,
      ...(own.properties !== undefined && { type: own.type ?? 'object' }),
    },
    ui: { ...(isRecord(ui) ? ui : {}), $schema: './meta/ui.schema.json' },
    definitions,
    leftOut,
  };
}

function writeOut(node: unknown, root: Json, trail: string[], circles: Json): unknown {
  if (Array.isArray(node)) return node.map((one) => writeOut(one, root, trail, circles));
  if (!isRecord(node)) return node;
  const { $ref: ref, ...rest } = node;
  const own = Object.fromEntries(
    Object.entries(rest).map(([key, value]) => [key, writeOut(value, root, trail, circles)]),
  );
  const found = typeof ref === 'string' ? findDefinition(ref, root) : undefined;
  if (typeof ref !== 'string' || !found) return 'properties' in node || ref === undefined ? own : { ...own, $ref: ref };
  if (trail.includes(ref)) return { $ref: circleFile(ref, circles) };
  const definition = writeOut(found, root, [...trail, ref], circles);
  const { $id, ...base } = isRecord(definition) ? definition : {};
  return { ...base, ...own };
}

export function findDefinition(ref: string, root: Json): Json | undefined {
  const found = ref.startsWith('#/') ? getIn(root, parsePointer(ref.slice(1))) : undefined;
  return isRecord(found) ? found : undefined;
}

/** Adds a file that refers to itself, so that lint reports the circular reference. */
function circleFile(ref: string, circles: Json): string {
  const file = `${ref.slice(ref.lastIndexOf('/') + 1).toLowerCase()}.json`;
  circles[`definitions/${file}`] = { $schema: '../meta/definition.schema.json', $ref: file };
  return `definitions/${file}`;
}

/** Returns a uiSchema as plain data, without functions. */
function toUi(node: unknown, at: string, leftOut: LeftOut[]): unknown {
  if (typeof node === 'function') {
    leftOut.push({ at, keyword: 'function', reason: 'A ui is data, so it has no functions.', isUi: true });
    return undefined;
  }
  if (!isRecord(node)) return node;
  return Object.fromEntries(
    Object.entries(node).flatMap(([key, value]) => {
      const own = key === 'ui:widget' ? toWidget(value) : value;
      const written = toUi(own, at ? `${at}/${key}` : key, leftOut);
      return written === undefined ? [] : [[key, written]];
    }),
  );
}

const toWidget = (name: unknown) => (typeof name === 'string' ? (ownMember(WIDGETS, name) ?? name) : name);
