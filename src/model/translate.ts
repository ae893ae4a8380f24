import { createStore } from './createStore';
import { isRecord } from './paths';

/** Keys whose text a person reads, in section, ui and flow files. */
const SPOKEN = new Set([
  'title',
  'description',
  'heading',
  'tab',
  'viewTitle',
  'part',
  'incomplete',
  'itemName',
  'hint',
  'label',
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

/** Every text of a section, ui or flow file that a person reads, with its JSON pointer. */
export function sectionTexts(node: unknown, path = ''): { text: string; path: string }[] {
  if (Array.isArray(node)) return node.flatMap((item, i) => sectionTexts(item, `${path}/${i}`));
  if (!isRecord(node)) return [];
  return Object.entries(node).flatMap(([key, value]) => {
    const at = `${path}/${key}`;
    if (key === 'errorMessage' && isRecord(value))
      return Object.entries(value).map(([keyword, text]) => ({ text: String(text), path: `${at}/${keyword}` }));
    if (typeof value === 'string') return SPOKEN.has(key) && value ? [{ text: value, path: at }] : [];
    return sectionTexts(value, at);
  });
}

/** A copy with every text a person reads put into another language; texts that `texts` does not know stay. */
export function translate<T>(node: T, texts: Readonly<Record<string, string>>): T {
  // Texts stay texts, and all else stays as it is.
  return translated(node, texts) as T;
}

function translated(node: unknown, texts: Readonly<Record<string, string>>): unknown {
  if (Array.isArray(node)) return node.map((item) => translated(item, texts));
  if (!isRecord(node)) return node;
  return Object.fromEntries(
    Object.entries(node).map(([key, value]) => {
      // A message of a keyword, or in resolved schemas one for each field that it names; there options are a list of names.
      if (key === 'errorMessage' || key === 'ui:enumNames') return [key, said(value, texts)];
      return [key, typeof value === 'string' && SPOKEN.has(key) ? (texts[value] ?? value) : translated(value, texts)];
    }),
  );
}

/** Every text of a file of words, whatever it is called there. */
export function allTexts(node: unknown): string[] {
  if (typeof node === 'string') return [node];
  return typeof node === 'object' && node !== null ? Object.values(node).flatMap(allTexts) : [];
}

/** A copy of a file of words in another language; words that `texts` does not know stay. */
export function sayAll<T>(node: T, texts: Readonly<Record<string, string>>): T {
  // Texts stay texts.
  return said(node, texts) as T;
}

function said(node: unknown, texts: Readonly<Record<string, string>>): unknown {
  if (typeof node === 'string') return texts[node] ?? node;
  if (Array.isArray(node)) return node.map((item) => said(item, texts));
  if (!isRecord(node)) return node;
  return Object.fromEntries(Object.entries(node).map(([key, value]) => [key, said(value, texts)]));
}

/** A file of words, or one of which only some members are read by people, in another language: `('texts/shell', …)`, `('flows/entry', …)`. */
export function sayFile<T>(file: string, content: T, texts: Readonly<Record<string, string>>): T {
  return file.startsWith('texts/') ? sayAll(content, texts) : translate(content, texts);
}

/** A number that is another after words were exchanged under a page: what is drawn once listens to it. */
export const wordsTurn = createStore(0);

/**
 * Makes `live` say what `next` says. Objects stay the objects they are, so that whoever holds one, or a part of it, has the new words; lists
 * are filled anew.
 */
export function exchangeMembers(live: object, next: object): void {
  if (Array.isArray(live) && Array.isArray(next)) return void live.splice(0, live.length, ...next);
  if (!isRecord(live) || !isRecord(next)) return;
  for (const key of Object.keys(live)) if (!(key in next)) delete live[key];
  for (const [key, value] of Object.entries(next)) {
    const known = live[key];
    if ((isRecord(known) && isRecord(value)) || (Array.isArray(known) && Array.isArray(value)))
      exchangeMembers(known, value);
    else live[key] = value;
  }
}
