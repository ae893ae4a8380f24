import { formatDollars } from '../format/money';
import { derivedAmount, listDerivations, repeatsAmount } from '../income/derivedAmount';
import { fillText } from '../messages/fillText';
import type { SchemaNode, UiNode } from '../types';
import { type AnswerLine, type AnswerTexts, answerText, membersInOrder } from './answerLines';
import { findUi, isRecord, ownMember } from './paths';
import { formatName, summarize } from './summaries';

export interface CardLine extends AnswerLine {
  files?: readonly string[];
  /** True if the applicant can't change the answer. */
  isFixed?: true;
  /** True if the applicant could answer the question, but didn't. */
  isUnanswered?: true;
}

export interface AnswerCard {
  key: string;
  title: string;
  note?: string;
  /** The folded card's own lines. */
  brief?: string[];
  parts: CardPart[];
  /** Set on a section's card if the section contains a list. */
  isList?: boolean;
}

export type CardPart = CardLine | AnswerCard;

interface Asked {
  key: string;
  label: string;
  schema: SchemaNode;
  ui: UiNode;
  texts: AnswerTexts;
  masked?: ReadonlyMap<string, string>;
  unanswered?: Unanswered;
}

/** How a card shows questions without an answer. If it's undefined, the card leaves them out. */
export interface Unanswered {
  /** Paths of the fields that aren't shown, such as `'employer/0/position'`. */
  hidden: ReadonlySet<string>;
  text: string;
  /** Shown for files instead of `text`. */
  noFiles: string;
}

/** Returns answers as a card. Leaves out hidden fields and fields with `ui:options.aid`. */
export function answerCard(title: string, asked: Omit<Asked, 'key' | 'label'>, answers: unknown): AnswerCard {
  const { named, summary } = readOptions(asked.ui);
  const place = { ...asked, key: '', label: title };
  const card = createCard(place, { item: title, named: Array.isArray(named) ? named : [] }, answers);
  const brief = asked.masked || !Array.isArray(summary) ? [] : summarize(place, summary, answers);
  return { ...card, ...(brief.length > 0 && { brief }), ...(holdsList(asked.schema) && { isList: true }) };
}

function holdsList({ type, properties = {} }: SchemaNode): boolean {
  return type === 'array' || Object.values(properties).some(holdsList);
}

export function isCard(part: CardPart): part is AnswerCard {
  return 'parts' in part;
}

/** Returns the paths of all files in a card, at any depth. */
export function filesIn({ parts }: AnswerCard): string[] {
  return parts.flatMap((part) => (isCard(part) ? filesIn(part) : (part.files ?? [])));
}

/** Returns the lines of a folded card: its own, the names of its rows, or its answers. */
export function briefLines({ parts, brief }: AnswerCard): string[] {
  if (brief) return brief;
  const rows = parts.filter(isCard).map(({ title }) => title);
  return rows.length ? rows : [...new Set(answerTextsOf(parts))];
}

function answerTextsOf(parts: readonly CardPart[]): string[] {
  return parts.flatMap((part) => (isCard(part) || part.isUnanswered ? [] : part.text)).filter(Boolean);
}

interface Naming {
  item: string;
  named: readonly string[];
}

/** A card doesn't repeat answers that are in its name. */
function createCard(asked: Asked, { item, named }: Naming, answers: unknown): AnswerCard {
  const open = named.filter((part) => !part.split(' ').some((member) => asked.masked?.has(`${asked.key}/${member}`)));
  const name = formatName(asked, open, answers);
  const taken = name ? open.flatMap((part) => part.split(' ')) : [];
  const parts = isRecord(answers) ? groupParts(asked, answers, taken) : createParts(asked, answers);
  return { key: asked.key, title: name || item, ...(name && { note: item }), parts };
}

function createParts(asked: Asked, answer: unknown): CardPart[] {
  const { schema, ui, key, label, texts, masked } = asked;
  if (ui['ui:widget'] === 'hidden' || readOptions(ui).aid) return [];
  if (answer === undefined || answer === '') return unansweredParts(asked);
  const hidden = masked?.get(key);
  if (hidden !== undefined) return [{ key, label, text: hidden }];
  if (schema['x-document'] !== undefined) return fileParts(asked, answer);
  if (Array.isArray(answer)) return ui['ui:widget'] ? [joinedLine(asked, answer)] : rowCards(asked, answer);
  if (isRecord(answer)) return groupParts(asked, answer, []);
  const line = { key, label, text: shortChoice(asked, answer) ?? answerText(schema, ui, answer, texts) };
  return [schema.readOnly ? { ...line, isFixed: true } : line];
}

/** Lists, and fields that the applicant didn't add, have no line. */
function unansweredParts(asked: Asked): CardPart[] {
  const { schema, ui, key, label, unanswered } = asked;
  if (!unanswered || unanswered.hidden.has(key.slice(1)) || schema.readOnly || readOptions(ui).addable) return [];
  if (schema['x-document'] !== undefined) return [{ key, label, text: unanswered.noFiles, isUnanswered: true }];
  if (schema.properties) return groupParts(asked, {}, []);
  // A checkbox that nobody touched means no.
  const text = schema.type === 'boolean' ? asked.texts.no : unanswered.text;
  return schema.items ? [] : [{ key, label, text, isUnanswered: true }];
}

/** Labels in `reviewChoices` use "you", so only applicants see them. */
function shortChoice({ ui, masked }: Asked, answer: unknown): string | undefined {
  const { reviewChoices } = readOptions(ui);
  if (masked || !Array.isArray(reviewChoices)) return undefined;
  return reviewChoices.filter(isRecord).find(({ value }) => value === answer)?.label as string | undefined;
}

function joinedLine(asked: Asked, rows: readonly unknown[]): CardLine {
  const texts = rowCards(asked, rows).flatMap(({ parts }) => answerTextsOf(parts));
  return { key: asked.key, label: asked.label, text: texts.join(', ') };
}

function rowCards(asked: Asked, rows: readonly unknown[]): AnswerCard[] {
  const { schema, ui, key, label } = asked;
  const { item = `${label} {n}`, named = [], fixed, fixedItem } = ui['ui:list'] ?? {};
  return rows.map((row, index) => {
    const isFixed = fixed !== undefined && isRecord(row) && ownMember(row, fixed) === true;
    const place = { ...asked, key: `${key}/${index}`, schema: schema.items ?? {}, ui: findUi(ui, 'items') };
    return createCard(place, { item: (isFixed && fixedItem) || fillText(item, { n: index + 1 }), named }, row);
  });
}

function groupParts(asked: Asked, answers: Record<string, unknown>, named: readonly string[]): CardPart[] {
  const { schema, ui } = asked;
  const names = membersInOrder(ui, Object.keys(schema.properties ?? {}));
  const left = [...named, ...impliedAnswers(ui, answers), ...joinedMembers(asked)];
  return names.flatMap((name) => {
    if (left.includes(name)) return [];
    const place = memberPlace(asked, name);
    // The office compares the documents' amount with the answers, so it sees both.
    if (!asked.masked && repeatsAmount(readOptions(place.ui).differsFrom, name, answers)) return [];
    const text = joinedText(asked, name, answers) ?? wordedText(asked, name, answers);
    if (text) return [{ key: place.key, label: place.label, text }];
    return [...createParts(place, ownMember(answers, name)), ...derivedLines(place, answers)];
  });
}

/** The office calculates with its own figures. */
function derivedLines({ key, ui, masked }: Asked, answers: Record<string, unknown>): CardLine[] {
  if (masked) return [];
  return listDerivations(ui).flatMap((derivation) => {
    const amount = derivedAmount(derivation, answers);
    if (amount === undefined) return [];
    return { key: `${key}/${derivation.by}`, label: derivation.title, text: formatDollars(amount), isFixed: true };
  });
}

function joinedText(asked: Asked, name: string, answers: Record<string, unknown>): string | undefined {
  const joined = joinedWith(asked, name);
  return joined.length > 0 && ownMember(answers, name) ? formatName(asked, joined, answers) : undefined;
}

function wordedText(asked: Asked, name: string, answers: Record<string, unknown>): string | undefined {
  const { reviewText } = readOptions(findUi(asked.ui, name));
  if (typeof reviewText !== 'string' || asked.masked?.has(`${asked.key}/${name}`)) return undefined;
  return summarize(asked, [reviewText], answers)[0];
}

function memberPlace(asked: Asked, name: string): Asked {
  const schema = ownMember(asked.schema.properties, name) ?? {};
  const ui = findUi(asked.ui, name);
  const { reviewLabel } = readOptions(ui);
  const label = typeof reviewLabel === 'string' ? reviewLabel : schema.title || asked.label;
  return { ...asked, key: `${asked.key}/${name}`, label, schema, ui };
}

/** Fields of `reviewJoined` share a line unless one of them is masked. */
function joinedWith({ key, ui, masked }: Asked, name: string): string[] {
  const { reviewJoined } = readOptions(findUi(ui, name));
  const joined: string[] = Array.isArray(reviewJoined) ? reviewJoined : [];
  return joined.flatMap((part) => part.split(' ')).some((member) => masked?.has(`${key}/${member}`)) ? [] : joined;
}

function joinedMembers(asked: Asked): string[] {
  return Object.keys(asked.schema.properties ?? {}).flatMap((name) =>
    joinedWith(asked, name)
      .flatMap((part) => part.split(' '))
      .filter((member) => member !== name),
  );
}

/** A list's rows imply the answer Yes, so the list's question is left out. */
function impliedAnswers({ 'ui:entries': entries }: UiNode, answers: Record<string, unknown>): string[] {
  const rows = entries && ownMember(answers, entries.list);
  return entries && Array.isArray(rows) && rows.length > 0 ? [entries.answer] : [];
}

function fileParts(asked: Asked, answer: unknown): CardPart[] {
  const { key, label } = asked;
  const files = [answer]
    .flat()
    .filter((path) => typeof path === 'string')
    .filter(Boolean);
  return files.length ? [{ key, label, text: '', files }] : unansweredParts(asked);
}

function readOptions(ui: UiNode): Record<string, unknown> {
  const options = ui['ui:options'];
  return isRecord(options) ? options : {};
}
