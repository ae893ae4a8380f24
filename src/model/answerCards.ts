import { type AnswerLine, type AnswerWords, answerText, membersInOrder } from './answerLines';
import { fillText } from './fillText';
import { branch, isRecord } from './paths';
import type { SchemaNode, UiNode } from './types';

/** A label with its answer; `files` are the paths of what was uploaded there, and then there is no text. */
export interface CardLine extends AnswerLine {
  files?: readonly string[];
}

/** A section, or a row of a list, by the name it holds; `note` says which one it is, where the title does not. */
export interface AnswerCard {
  key: string;
  title: string;
  note?: string;
  parts: CardPart[];
}

export type CardPart = CardLine | AnswerCard;

interface Asked {
  key: string;
  label: string;
  schema: SchemaNode;
  ui: UiNode;
  words: AnswerWords;
  /** What stands in the place of an answer that is not to be read, by the answer's place in the section. */
  masked?: ReadonlyMap<string, string>;
}

/**
 * A section's answers as cards within a card, to be read through: each row of a list is a card named by what it holds
 * (`ui:list.named`), labels are those of the fields only, and what only helps to fill in others (`aid`) is left out.
 * What is masked names no row.
 */
export function answerCard(title: string, asked: Omit<Asked, 'key' | 'label'>, answers: unknown): AnswerCard {
  const { named } = optionsOf(asked.ui);
  const place = { ...asked, key: '', label: title };
  return cardOf(place, { item: title, named: Array.isArray(named) ? named : [] }, answers);
}

/** Whether a part is a card, not a line. */
export function isCard(part: CardPart): part is AnswerCard {
  return 'parts' in part;
}

/** A card in one line: the names of its rows, else what was answered, each answer once. */
export function briefOf({ parts }: AnswerCard): string {
  const rows = parts.filter(isCard).map(({ title }) => title);
  const answers = parts.flatMap((part) => (isCard(part) ? [] : part.text)).filter(Boolean);
  return (rows.length ? rows : [...new Set(answers)]).join(', ');
}

interface Naming {
  /** What it is called in want of a name. */
  item: string;
  named: readonly string[];
}

/** What the name says is not said again below it. */
function cardOf(asked: Asked, { item, named }: Naming, answers: unknown): AnswerCard {
  const open = named.filter((part) => !part.split(' ').some((member) => asked.masked?.has(`${asked.key}/${member}`)));
  const name = nameOf(asked, open, answers);
  const said = name ? open.flatMap((part) => part.split(' ')) : [];
  const parts = isRecord(answers) ? groupParts(asked, answers, said) : partsOf(asked, answers);
  return { key: asked.key, title: name || item, ...(name && { note: item }), parts };
}

/** What a row is called by its answers: `['street', 'city', 'state zip']` → `'77 Elm St, San Marcos, TX 78666'`; empty where none of them is answered. */
export function nameOf(
  { schema, ui, words }: Pick<Asked, 'schema' | 'ui' | 'words'>,
  named: readonly string[],
  answers: unknown,
): string {
  if (!isRecord(answers)) return '';
  const member = (name: string) => shortText(schema.properties?.[name] ?? {}, branch(ui, name), answers[name], words);
  const joined = (texts: readonly string[], by: string) => texts.filter(Boolean).join(by);
  return joined(
    named.map((part) => joined(part.split(' ').map(member), ' ')),
    ', ',
  );
}

/** A choice by its code where its name begins with that: 'TX - Texas' is 'TX' in an address. */
function shortText(schema: SchemaNode, ui: UiNode, answer: unknown, words: AnswerWords): string {
  if (answer === undefined || answer === '') return '';
  const text = answerText(schema, ui, answer, words);
  return text.startsWith(`${answer} - `) ? String(answer) : text;
}

function partsOf(asked: Asked, answer: unknown): CardPart[] {
  const { schema, ui, key, label, words, masked } = asked;
  if (answer === undefined || answer === '' || ui['ui:widget'] === 'hidden' || optionsOf(ui).aid) return [];
  const hidden = masked?.get(key);
  if (hidden !== undefined) return [{ key, label, text: hidden }];
  if (schema['x-document'] !== undefined) return fileParts(asked, answer);
  if (Array.isArray(answer)) return ui['ui:widget'] ? [joinedLine(asked, answer)] : rowCards(asked, answer);
  if (isRecord(answer)) return groupParts(asked, answer, []);
  return [{ key, label, text: answerText(schema, ui, answer, words) }];
}

/** A list that one control draws is one answer. */
function joinedLine(asked: Asked, rows: readonly unknown[]): CardLine {
  const texts = rowCards(asked, rows).flatMap(({ parts }) => parts.flatMap((part) => (isCard(part) ? [] : part.text)));
  return { key: asked.key, label: asked.label, text: texts.join(', ') };
}

function rowCards(asked: Asked, rows: readonly unknown[]): AnswerCard[] {
  const { schema, ui, key, label } = asked;
  const { item = `${label} {n}`, named = [], fixed, fixedItem } = ui['ui:list'] ?? {};
  return rows.map((row, index) => {
    const isFixed = fixed !== undefined && isRecord(row) && row[fixed] === true;
    const place = { ...asked, key: `${key}/${index}`, schema: schema.items ?? {}, ui: branch(ui, 'items') };
    return cardOf(place, { item: (isFixed && fixedItem) || fillText(item, { n: index + 1 }), named }, row);
  });
}

/** The members of a group in their order; one without a label of its own is the group's: a question's answer. */
function groupParts(asked: Asked, answers: Record<string, unknown>, said: readonly string[]): CardPart[] {
  const { schema, ui, key, label } = asked;
  const names = membersInOrder(ui, Object.keys(schema.properties ?? {})).filter((name) => !said.includes(name));
  return names.flatMap((name) => {
    const node = schema.properties?.[name] ?? {};
    const place = { ...asked, key: `${key}/${name}`, label: node.title || label, schema: node, ui: branch(ui, name) };
    return partsOf(place, answers[name]);
  });
}

function fileParts({ key, label }: Asked, answer: unknown): CardLine[] {
  const files = [answer]
    .flat()
    .filter((path) => typeof path === 'string')
    .filter(Boolean);
  return files.length ? [{ key, label, text: '', files }] : [];
}

function optionsOf(ui: UiNode): Record<string, unknown> {
  const options = ui['ui:options'];
  return isRecord(options) ? options : {};
}
