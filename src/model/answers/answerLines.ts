import { formatDay } from '../format/dates';
import { formatDollars } from '../format/money';
import { formatPhone } from '../format/phone';
import { fillText, messageLanguage } from '../messages/fillText';
import type { SchemaNode, UiNode } from '../types';
import { branch, isRecord, ownMember } from './paths';
import { maskSsn } from './pii';

export interface AnswerLine {
  key: string;
  label: string;
  text: string;
}

export interface AnswerWords {
  yes: string;
  no: string;
  files: string;
  /** Of dates. The page's language if it's left out. */
  language?: string;
}

interface Place {
  key: string;
  label: string;
}

/** Returns one line per answer. Masks SSNs, counts files. */
export function answerLines(
  schema: SchemaNode,
  ui: UiNode,
  answers: unknown,
  words: AnswerWords,
  place: Place = { key: '', label: '' },
): AnswerLine[] {
  if (answers === undefined || ui['ui:widget'] === 'hidden') return [];
  if (schema['x-document'] !== undefined) return [line(place, fileText(answers, words))];
  if (schema.items && Array.isArray(answers))
    return answers.flatMap((row, index) => rowLines({ schema, ui, row, index }, words, place));
  if (schema.properties && isRecord(answers)) return memberLines(schema, ui, answers, words, place);
  return [line(place, answerText(schema, ui, answers, words))];
}

interface Row {
  schema: SchemaNode;
  ui: UiNode;
  row: unknown;
  index: number;
}

function rowLines({ schema, ui, row, index }: Row, words: AnswerWords, { key, label }: Place): AnswerLine[] {
  const place = { key: `${key}/${index}`, label: `${label} ${index + 1}`.trim() };
  return answerLines(schema.items ?? {}, branch(ui, 'items'), row, words, place);
}

function memberLines(
  schema: SchemaNode,
  ui: UiNode,
  answers: Record<string, unknown>,
  words: AnswerWords,
  { key, label }: Place,
): AnswerLine[] {
  return membersInOrder(ui, Object.keys(schema.properties ?? {})).flatMap((name) => {
    const node = ownMember(schema.properties, name) ?? {};
    const own = [label, node.title].filter(Boolean).join(': ');
    return answerLines(node, branch(ui, name), ownMember(answers, name), words, { key: `${key}/${name}`, label: own });
  });
}

export function membersInOrder(ui: UiNode, names: string[]): string[] {
  const order = ui['ui:order'] ?? [];
  return [...order.filter((name) => names.includes(name)), ...names.filter((name) => !order.includes(name))];
}

/** Returns an answer as the form shows it. */
export function answerText(schema: SchemaNode, ui: UiNode, answer: unknown, words: AnswerWords): string {
  const option = (schema.enum ?? []).indexOf(answer);
  const names = ui['ui:enumNames'];
  if (option >= 0 && Array.isArray(names)) return String(names[option]);
  if (typeof answer === 'boolean') return answer ? words.yes : words.no;
  return schema['x-pii'] === 'ssn' ? maskSsn(String(answer)) : asRead(String(answer), schema, ui, words);
}

/** `'1990-04-12'` → `'Apr 12, 1990'`, `'15125550123'` → `'(512) 555-0123'` */
function asRead(text: string, schema: SchemaNode, ui: UiNode, { language }: AnswerWords): string {
  if (schema.format === 'date') return formatDay(text, language ?? messageLanguage());
  if (ui['ui:widget'] === 'Currency') return Number.isFinite(Number(text)) ? formatDollars(Number(text)) : text;
  if (ui['ui:widget'] === 'Phone') return formatPhone(text);
  return text;
}

function fileText(answer: unknown, words: AnswerWords): string {
  const count = Array.isArray(answer) ? answer.length : Number(Boolean(answer));
  return fillText(words.files, { n: count });
}

function line({ key, label }: Place, text: string): AnswerLine {
  return { key, label, text };
}
