import { branch, ownMember } from '../answers/paths';
import type { FieldAnswers } from '../studio/fieldEditor';
import type { FieldWords, SchemaNode, SubscriberSettings, UiNode } from '../types';

/** `{ 'address/[]/city': { label: 'Town' } }`. Ignores removed fields. */
export function reword(schema: SchemaNode, ui: UiNode, wording: Record<string, FieldWords> = {}) {
  let said = { schema, ui };
  for (const [field, words] of Object.entries(wording)) said = rewordField(said, field.split('/'), words);
  return said;
}

interface Drawn {
  schema: SchemaNode;
  ui: UiNode;
}

function rewordField({ schema, ui }: Drawn, [part, ...rest]: string[], words: FieldWords): Drawn {
  if (part === undefined) return { schema: applyWordingToSchema(schema, words), ui: applyWordingToUi(ui, words) };
  const child = part === '[]' ? schema.items : ownMember(schema.properties, part);
  if (!child) return { schema, ui };
  const key = part === '[]' ? 'items' : part;
  const inner = rewordField({ schema: child, ui: branch(ui, key) }, rest, words);
  return {
    schema:
      part === '[]'
        ? { ...schema, items: inner.schema }
        : { ...schema, properties: { ...schema.properties, [part]: inner.schema } },
    ui: { ...ui, [key]: inner.ui },
  };
}

function applyWordingToSchema(node: SchemaNode, { label, options, messages }: FieldWords): SchemaNode {
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

const applyWordingToUi = (ui: UiNode, { help }: FieldWords): UiNode => (help ? { ...ui, 'ui:help': help } : ui);

/** Merges a subscriber's messages in. */
export function wordsUnder(
  words: Readonly<Record<string, string>> | undefined,
  { translations }: Pick<SubscriberSettings, 'translations'>,
  language: string,
): Readonly<Record<string, string>> {
  const own = ownMember(translations, language);
  return own ? { ...words, ...own } : (words ?? {});
}

/** Returns undefined without differences. */
export function changedWords(files: FieldAnswers, after: FieldAnswers): FieldWords | undefined {
  const other = (text: string | undefined, was: string | undefined) => (text && text !== was ? text : undefined);
  const others = (texts: Record<string, string> = {}, were: Record<string, string> = {}) => {
    const found = Object.entries(texts).filter(([key, text]) => other(text, ownMember(were, key)));
    return found.length ? Object.fromEntries(found) : undefined;
  };
  const words = {
    label: other(after.label, files.label),
    help: other(after.help, files.help),
    options: others(after.choices, files.choices),
    messages: others(after.messages, files.messages),
  };
  const said = Object.entries(words).filter(([, value]) => value !== undefined);
  return said.length ? Object.fromEntries(said) : undefined;
}

/** 'Town' at `address/city/label` */
export function wordingTexts(wording: SubscriberSettings['wording'] = {}): { text: string; at: string[] }[] {
  const walk = (node: unknown, at: string[]): { text: string; at: string[] }[] =>
    typeof node === 'string'
      ? [{ text: node, at }]
      : Object.entries(Object(node)).flatMap(([key, value]) => walk(value, [...at, key]));
  return walk(wording, []);
}

export function missingWords(whole: SchemaNode, ui: UiNode, words: Record<string, string>): string[] {
  return [...new Set([...wordsOf(whole), ...wordsOf(ui)])].filter((text) => !Object.hasOwn(words, text));
}

const SAID = new Set(['title', 'description', 'ui:help', 'ui:title', 'ui:description', 'ui:placeholder']);

function wordsOf(node: unknown, key = ''): string[] {
  if (typeof node === 'string') return SAID.has(key) && node.trim() ? [node] : [];
  if (Array.isArray(node)) return node.flatMap((one) => wordsOf(one));
  if (typeof node !== 'object' || node === null) return [];
  return Object.entries(node).flatMap(([name, value]) =>
    key === 'errorMessage' && typeof value === 'string' ? [value] : wordsOf(value, name),
  );
}
