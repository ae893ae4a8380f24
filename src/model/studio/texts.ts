import { getIn, isRecord, setIn } from '../answers/paths';
import type { SchemaFiles } from '../types';
import type { FileChanges } from './roles';
import { toJsonText } from './sectionFile';

export type TextPath = readonly (string | number)[];

export interface StudioText {
  path: TextPath;
  text: string;
  isEmail: boolean;
}

/** Lists a file's texts in order. */
export function listTexts(node: unknown, path: TextPath = [], isEmail = false): StudioText[] {
  if (typeof node === 'string') return node === '' || path[0] === '$schema' ? [] : [{ path, text: node, isEmail }];
  if (Array.isArray(node)) return node.flatMap((one, index) => listTexts(one, [...path, index], isEmail));
  if (!isRecord(node)) return [];
  const isMail = isEmail || isMailText(node);
  return Object.entries(node).flatMap(([name, inner]) => listTexts(inner, [...path, name], isMail));
}

const isMailText = ({ subject, text }: Record<string, unknown>) =>
  typeof subject === 'string' && typeof text === 'string';

type Texts = Readonly<Record<string, string>>;

interface TextEdit {
  file: string;
  path: TextPath;
  after: string;
}

const isTranslation = (file: string) => file.startsWith('translations/');

/**
 * Changes a text in the language of the schema files and keeps its translations. Existing translations of the new text
 * stay.
 */
export function changeText(sources: Texts, { file, path, after }: TextEdit, elsewhere: readonly string[]): FileChanges {
  const content: unknown = JSON.parse(sources[file] ?? '{}');
  const before = String(getIn(content, path) ?? '');
  const changed = { ...sources, [file]: toJsonText(setIn(content, path, after)) };
  const isShared = elsewhere.includes(before) || countUses(changed, before) > 0;
  const languages = Object.keys(sources).filter(isTranslation);
  const moved = languages.map((one) => [one, moveTranslation(sources[one] ?? '{}', { before, after, isShared })]);
  return {
    [file]: changed[file] ?? '',
    ...Object.fromEntries(moved.filter(([one = '', text]) => text !== sources[one])),
  };
}

interface Move {
  before: string;
  after: string;
  isShared: boolean;
}

/** Moves a translation to the new text, or copies it if the old text is still used. Keeps the order of the texts. */
function moveTranslation(source: string, { before, after, isShared }: Move): string {
  const whole: { texts?: Record<string, string> } = JSON.parse(source);
  const { texts = {} } = whole;
  const word = texts[before];
  if (word === undefined || before === after) return source;
  const isKnown = Object.hasOwn(texts, after);
  if (isKnown && isShared) return source;
  const moved = Object.entries(texts).flatMap(([text, own]) => {
    if (text !== before) return [[text, own]];
    return [...(isShared ? [[text, own]] : []), ...(isKnown ? [] : [[after, own]])];
  });
  return toJsonText({ ...whole, texts: Object.fromEntries(moved) });
}

/** Changes a translation. An empty `word` removes the translation. */
export function changeTranslation(source: string, text: string, word: string): string {
  const whole: { texts?: Record<string, string> } = JSON.parse(source);
  const { [text]: _before, ...others } = whole.texts ?? {};
  return toJsonText({ ...whole, texts: word === '' ? others : { ...whole.texts, [text]: word } });
}

/** Counts how often a text is used. Translations don't count. */
export function countUses(sources: Texts, text: string): number {
  const quoted = JSON.stringify(text);
  const having = Object.entries(sources).filter(([, source]) => source.includes(quoted));
  const files = Object.fromEntries(having.map(([file, source]) => [file, JSON.parse(source)]));
  return countTexts(files).get(text) ?? 0;
}

/** Counts how often each text is used. Translations don't count. */
export function countTexts(files: SchemaFiles): Map<string, number> {
  const counts = new Map<string, number>();
  for (const file of Object.keys(files).filter((one) => !isTranslation(one)))
    for (const { text } of listTexts(files[file])) counts.set(text, (counts.get(text) ?? 0) + 1);
  return counts;
}
