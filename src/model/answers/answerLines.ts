import { formatDay } from '../format/dates';
import { formatDollars } from '../format/money';
import { formatPhone } from '../format/phone';
import { fillText, messageLanguage } from '../messages/fillText';
import type { SchemaNode, UiNode } from '../types';
import { findUi, isRecord, ownMember } from './paths';
import { maskSsn } from './pii';

export interface AnswerLine {
  key: string;
  label: string;
  text: string;
}

export interface AnswerTexts {
  yes: string;
  no: string;
  files: string;
  /** Language of dates. Defaults to `messageLanguage()`. */
  language?: string;
}

interface Place {
  key: string;
  label: string;
}

/** Returns one line per visible answer. Masks SSNs. */
export function answerLines(
  schema: SchemaNode,
  ui: UiNode,
  answers: unknown,
  texts: AnswerTexts,
  place: Place = { key: '', label: '' },
): AnswerLine[] {
  if (answers === undefined || ui['ui:widget'] === 'hidden') return [];
  if (schema['x-document'] !== undefined) return [line(place, fileText(answers, texts))];
  if (schema.items && Array.isArray(answers))
    return answers.flatMap((row, index) => rowLines({ schema, ui, row, index }, texts, place));
  if (schema.properties && isRecord(answers)) return memberLines(schema, ui, answers, texts, place);
  return [line(place, answerText(schema, ui, answers, texts))];
}

interface Row {
  schema: SchemaNode;
  ui: UiNode;
  row: unknown;
  index: number;
}

function rowLines({ schema, ui, row, index }: Row, texts: AnswerTexts, { key, label }: Place): AnswerLine[] {
  const place = { key: `${key}/${index}`, label: `${label} ${index + 1}`.trim() };
  return answerLines(schema.items ?? {}, findUi(ui, 'items'), row, texts, place);
}

function memberLines(
  schema: SchemaNode,
  ui: UiNode,
  answers: Record<string, unknown>,
  texts: AnswerTexts,
  { key, label }: Place,
): AnswerLine[] {
  return membersInOrder(ui, Object.keys(schema.properties ?? {})).flatMap((name) => {
    const node = ownMember(schema.properties, name) ?? {};
    const own = [label, node.title].filter(Boolean).join(': ');
    return answerLines(node, findUi(ui, name), ownMember(answers, name), texts, { key: `${key}/${name}`, label: own });
  });
}

export function membersInOrder(ui: UiNode, names: string[]): string[] {
  const order = ui['ui:order'] ?? [];
  return [...order.filter((name) => names.includes(name)), ...names.filter((name) => !order.includes(name))];
}

/** Returns an answer's text, such as an option's name. Masks SSNs. */
export function answerText(schema: SchemaNode, ui: UiNode, answer: unknown, texts: AnswerTexts): string {
  const option = (schema.enum ?? []).indexOf(answer);
  const names = ui['ui:enumNames'];
  if (option >= 0 && Array.isArray(names)) return String(names[option]);
  if (typeof answer === 'boolean') return answer ? texts.yes : texts.no;
  return schema['x-pii'] === 'ssn' ? maskSsn(String(answer)) : formatAnswer(String(answer), schema, ui, texts);
}

function formatAnswer(text: string, schema: SchemaNode, ui: UiNode, { language }: AnswerTexts): string {
  if (schema.format === 'date') return formatDay(text, language ?? messageLanguage());
  if (ui['ui:widget'] === 'Currency') return Number.isFinite(Number(text)) ? formatDollars(Number(text)) : text;
  if (ui['ui:widget'] === 'Phone') return formatPhone(text);
  return text;
}

function fileText(answer: unknown, texts: AnswerTexts): string {
  const count = Array.isArray(answer) ? answer.length : Number(Boolean(answer));
  return fillText(texts.files, { n: count });
}

function line({ key, label }: Place, text: string): AnswerLine {
  return { key, label, text };
}
