import { findUi, ownMember } from '../answers/paths';
import type { FieldAnswers } from '../studio/fieldEditor';
import type { FieldWording, SchemaNode, SubscriberSettings, UiNode } from '../types';

/**
 * Applies a subscriber's wording: `{ 'address/[]/city': { label: 'Town' } }`. Ignores fields that the section doesn't
 * have.
 */
export function applyWording(schema: SchemaNode, ui: UiNode, fields: Record<string, FieldWording> = {}) {
  let result = { schema, ui };
  for (const [field, wording] of Object.entries(fields)) result = applyFieldWording(result, field.split('/'), wording);
  return result;
}

interface Drawn {
  schema: SchemaNode;
  ui: UiNode;
}

function applyFieldWording({ schema, ui }: Drawn, [part, ...rest]: string[], wording: FieldWording): Drawn {
  if (part === undefined) return { schema: applyWordingToSchema(schema, wording), ui: applyWordingToUi(ui, wording) };
  const child = part === '[]' ? schema.items : ownMember(schema.properties, part);
  if (!child) return { schema, ui };
  const key = part === '[]' ? 'items' : part;
  const inner = applyFieldWording({ schema: child, ui: findUi(ui, key) }, rest, wording);
  return {
    schema:
      part === '[]'
        ? { ...schema, items: inner.schema }
        : { ...schema, properties: { ...schema.properties, [part]: inner.schema } },
    ui: { ...ui, [key]: inner.ui },
  };
}

function applyWordingToSchema(node: SchemaNode, { label, options, messages }: FieldWording): SchemaNode {
  return {
    ...node,
    ...(label && { title: label }),
    ...(messages && { errorMessage: { ...node.errorMessage, ...messages } }),
    ...(options &&
      node.oneOf && {
        oneOf: node.oneOf.map((one) => ({ ...one, title: ownMember(options, String(one.const)) ?? one.title })),
      }),
  };
}

const applyWordingToUi = (ui: UiNode, { help }: FieldWording): UiNode => (help ? { ...ui, 'ui:help': help } : ui);

/** Adds a subscriber's translations to `wording`. */
export function mergeTranslations(
  wording: Readonly<Record<string, string>> | undefined,
  { translations }: Pick<SubscriberSettings, 'translations'>,
  language: string,
): Readonly<Record<string, string>> {
  const own = ownMember(translations, language);
  return own ? { ...wording, ...own } : (wording ?? {});
}

/** Returns the changed parts of a field's wording. Undefined if nothing changed. */
export function changedWording(files: FieldAnswers, after: FieldAnswers): FieldWording | undefined {
  const other = (text: string | undefined, was: string | undefined) => (text && text !== was ? text : undefined);
  const others = (texts: Record<string, string> = {}, were: Record<string, string> = {}) => {
    const found = Object.entries(texts).filter(([key, text]) => other(text, ownMember(were, key)));
    return found.length ? Object.fromEntries(found) : undefined;
  };
  const wording = {
    label: other(after.label, files.label),
    help: other(after.help, files.help),
    options: others(after.choices, files.choices),
    messages: others(after.messages, files.messages),
  };
  const result = Object.entries(wording).filter(([, value]) => value !== undefined);
  return result.length ? Object.fromEntries(result) : undefined;
}

/** Returns texts with their paths: `'Town'` at `['address', 'address/[]/city', 'label']`. */
export function wordingTexts(wording: SubscriberSettings['wording'] = {}): { text: string; at: string[] }[] {
  const walk = (node: unknown, at: string[]): { text: string; at: string[] }[] =>
    typeof node === 'string'
      ? [{ text: node, at }]
      : Object.entries(Object(node)).flatMap(([key, value]) => walk(value, [...at, key]));
  return walk(wording, []);
}

export function missingTranslations(whole: SchemaNode, ui: UiNode, wording: Record<string, string>): string[] {
  return [...new Set([...collectTexts(whole), ...collectTexts(ui)])].filter((text) => !Object.hasOwn(wording, text));
}

const TEXT_KEYS = new Set(['title', 'description', 'ui:help', 'ui:title', 'ui:description', 'ui:placeholder']);

function collectTexts(node: unknown, key = ''): string[] {
  if (typeof node === 'string') return TEXT_KEYS.has(key) && node.trim() ? [node] : [];
  if (Array.isArray(node)) return node.flatMap((one) => collectTexts(one));
  if (typeof node !== 'object' || node === null) return [];
  return Object.entries(node).flatMap(([name, value]) =>
    key === 'errorMessage' && typeof value === 'string' ? [value] : collectTexts(value, name),
  );
}
