import type { Messages } from '../../messages/files';
import type { SchemaNode, UiNode } from '../types';
import { type AskedRow, splitLines } from './fieldCondition';

/** A condition in the editor. Questions with options have checkboxes. Answers to other questions are typed. */
export type EditorRow = AskedRow & Partial<Record<`known_${string}`, string[]>>;

type Texts = Messages<'studio'>['editor']['asked'];

interface Known {
  key: `known_${string}`;
  field: string;
  answers: Map<string, string>;
}

const keyOf = (field: string): `known_${string}` => `known_${field}`;

/** Lists the questions with known answers, including answers in `rows` that aren't options anymore. */
export function listKnown({ properties = {} }: SchemaNode, rows: readonly AskedRow[], texts: Texts): Known[] {
  return Object.entries(properties).flatMap(([field, node]) => {
    const own = answersOf(node, texts.yesNo);
    if (own.length === 0) return [];
    const used = rows.filter((row) => row.field === field).flatMap(({ is = '' }) => splitLines(is));
    const answers = new Map(own);
    for (const one of used) answers.set(one, answers.get(one) ?? one);
    return [{ key: keyOf(field), field, answers }];
  });
}

const YES_NO = { true: 'true', false: 'false' };

function answersOf({ type, oneOf, enum: values }: SchemaNode, yesNo = YES_NO): [string, string][] {
  if (type === 'boolean') return Object.entries(yesNo);
  if (oneOf) return oneOf.map(({ const: value, title }) => [String(value), title ?? String(value)]);
  return (values ?? []).map((value) => [String(value), String(value)]);
}

/** Returns the fields for a row's answers. Only the field for the row's question is shown. */
export function knownPart(known: readonly Known[], texts: Texts) {
  const fields = known.map(({ key, answers }): [string, SchemaNode] => {
    const items: SchemaNode = { type: 'string', enum: [...answers.keys()], 'x-pii': 'none' };
    return [key, { title: texts.is, type: 'array', maxItems: answers.size, items }];
  });
  const ui = known.map(({ key, answers }): [string, UiNode] => {
    const options = { enumNames: [...answers.values()] };
    return [key, { 'ui:widget': 'Checkboxes', 'ui:options': options, 'ui:help': texts.knownHelp }];
  });
  const isField = (test: SchemaNode) => ({ properties: { field: test }, required: ['field'] });
  const typed = { ...isField({}), not: isField({ enum: known.map(({ field }) => field) }) };
  const conditions = [
    ...known.map(({ key, field }) => ({ if: isField({ const: field }), show: [key] })),
    ...(known.length > 0 ? [{ if: typed, show: ['is'] }] : []),
  ];
  return { properties: Object.fromEntries(fields), ui: Object.fromEntries(ui), conditions };
}

const isKnown = ({ properties = {} }: SchemaNode, field: string) =>
  Object.hasOwn(properties, field) && answersOf(properties[field] ?? {}).length > 0;

/** Moves answers to checkboxes if their question has options. */
export function toEditorRows(parent: SchemaNode, rows: readonly AskedRow[]): EditorRow[] {
  return rows.map((row) => {
    const { is, ...others } = row;
    if (is === undefined || row.field === undefined || !isKnown(parent, row.field)) return { ...row };
    return { ...others, [keyOf(row.field)]: splitLines(is) };
  });
}

/** Reverses `toEditorRows`. Ignores answers to previously chosen questions. */
export function fromEditorRows(parent: SchemaNode, rows: readonly EditorRow[]): AskedRow[] {
  return rows.map(({ field, how, is, ...known }) => {
    const answers = field !== undefined && isKnown(parent, field) ? known[keyOf(field)]?.join('\n') : is;
    return { ...(field && { field }), ...(how && { how }), ...(answers && { is: answers }) };
  });
}
