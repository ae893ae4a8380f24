import { isRecord, ownMember } from '../answers/paths.ts';

const TRANSLATED_KEYS = new Set([
  'title',
  'description',
  'done',
  'heading',
  'tab',
  'viewTitle',
  'part',
  'incomplete',
  'itemName',
  'hint',
  'label',
  'reviewLabel',
  'reviewText',
  'add',
  'item',
  'fixedItem',
  'confirm',
  'warning',
  'ui:title',
  'ui:help',
  'ui:description',
  'ui:placeholder',
]);

/** Members that list texts. An entry can be a list of alternative texts. */
const SUMMARIES = new Set(['summary', 'brief']);

/** Returns the visible texts with their JSON pointers. */
export function sectionTexts(node: unknown, path = ''): { text: string; path: string }[] {
  if (Array.isArray(node)) return node.flatMap((item, i) => sectionTexts(item, `${path}/${i}`));
  if (!isRecord(node)) return [];
  return Object.entries(node).flatMap(([key, value]) => {
    const at = `${path}/${key}`;
    if (key === 'errorMessage' && isRecord(value))
      return Object.entries(value).map(([keyword, text]) => ({ text: String(text), path: `${at}/${keyword}` }));
    if (isSummary(key, value)) return textsIn(value, at);
    if (typeof value === 'string') return TRANSLATED_KEYS.has(key) && value ? [{ text: value, path: at }] : [];
    return sectionTexts(value, at);
  });
}

function isSummary(key: string, value: unknown): value is readonly unknown[] {
  return SUMMARIES.has(key) && Array.isArray(value);
}

/** Skips texts that are only a placeholder, such as {name}. */
function textsIn(parts: readonly unknown[], path: string): { text: string; path: string }[] {
  return parts.flatMap((part, i) => {
    if (Array.isArray(part)) return textsIn(part, `${path}/${i}`);
    return /^\{\w+\}$/.test(String(part)) ? [] : [{ text: String(part), path: `${path}/${i}` }];
  });
}

/** Translates the visible texts. Texts without a translation stay unchanged. */
export function translate<T>(node: T, texts: Readonly<Record<string, string>>): T {
  return translated(node, texts) as T;
}

function translated(node: unknown, texts: Readonly<Record<string, string>>): unknown {
  if (Array.isArray(node)) return node.map((item) => translated(item, texts));
  if (!isRecord(node)) return node;
  return Object.fromEntries(
    Object.entries(node).map(([key, value]) => {
      if (key === 'errorMessage' || key === 'ui:enumNames' || isSummary(key, value))
        return [key, translateNode(value, texts)];
      return [
        key,
        typeof value === 'string' && TRANSLATED_KEYS.has(key)
          ? (ownMember(texts, value) ?? value)
          : translated(value, texts),
      ];
    }),
  );
}

export function allTexts(node: unknown): string[] {
  if (typeof node === 'string') return [node];
  if (typeof node !== 'object' || node === null) return [];
  return Object.entries(node).flatMap(([key, value]) => (key === '$schema' ? [] : allTexts(value)));
}

/** Translates all texts. Texts without a translation stay unchanged. */
export function translateAll<T>(node: T, texts: Readonly<Record<string, string>>): T {
  return translateNode(node, texts) as T;
}

function translateNode(node: unknown, texts: Readonly<Record<string, string>>): unknown {
  if (typeof node === 'string') return ownMember(texts, node) ?? node;
  if (Array.isArray(node)) return node.map((item) => translateNode(item, texts));
  if (!isRecord(node)) return node;
  return Object.fromEntries(Object.entries(node).map(([key, value]) => [key, translateNode(value, texts)]));
}

export function fileTexts(file: string, content: unknown): string[] {
  return file.startsWith('texts/') ? allTexts(content) : sectionTexts(content).map(({ text }) => text);
}

/** Translates the content of a file, such as `'texts/shell'` or `'flows/entry'`. */
export function translateFile<T>(file: string, content: T, texts: Readonly<Record<string, string>>): T {
  return file.startsWith('texts/') ? translateAll(content, texts) : translate(content, texts);
}
