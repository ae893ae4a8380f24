import { formatMoment } from '../format/dates';
import { formatWholeDollars } from '../format/money';
import { derivedAmount, listDerivations } from '../income/derivedAmount';
import { fillText, messageLanguage } from '../messages/fillText';
import { placeholdersIn } from '../messages/placeholders';
import type { SchemaNode, SummaryPart, UiNode } from '../types';
import { type AnswerTexts, answerText } from './answerLines';
import { findUi, isRecord, ownMember } from './paths';

interface Place {
  schema: SchemaNode;
  ui: UiNode;
  texts: AnswerTexts;
}

type Values = Record<string, string | number>;

/**
 * Fills in a summary's parts. Leaves out parts with placeholders that have no value. If a part has several texts, uses
 * the first text with values for all its placeholders. A list can fill several lines.
 * `(['since {from_year}', '{files_count} files'], { from: '2021-02-01' })` → `['since 2021']`
 */
export function summarize(place: Place, parts: readonly SummaryPart[], answers: unknown): string[] {
  const values = isRecord(answers) ? summaryValues(place, answers) : {};
  return parts.flatMap((part) => {
    const complete = [part].flat().find((text) => placeholdersIn(text).every((name) => ownMember(values, name)));
    return complete === undefined ? [] : fillText(complete, values).split('\n').filter(Boolean);
  });
}

/** Returns the placeholders that a summary of this group can use. */
export function summaryNames(schema: SchemaNode, ui: UiNode): string[] {
  return Object.entries(schema.properties ?? {}).flatMap(([name, node]) => {
    const inner = findUi(ui, name);
    if (node.properties) return summaryNames(node, inner).map((member) => `${name}_${member}`);
    return [name, ...listSuffixes(node, inner).map((suffix) => `${name}_${suffix}`)];
  });
}

function listSuffixes(node: SchemaNode, ui: UiNode): string[] {
  if (node.type === 'array' || node['x-document'] !== undefined) return ['count'];
  if (node.format === 'date') return ['month', 'year'];
  return [...(node.enum || node.oneOf ? ['value'] : []), ...listDerivations(ui).map(({ by }) => by)];
}

function summaryValues({ schema, ui, texts }: Place, answers: Record<string, unknown>): Values {
  const all = Object.entries(schema.properties ?? {}).flatMap(([name, node]) => {
    const place = { schema: node, ui: findUi(ui, name), texts };
    return Object.entries(memberValues(place, ownMember(answers, name), answers)).map(([suffix, value]) => [
      suffix ? `${name}_${suffix}` : name,
      value,
    ]);
  });
  return Object.fromEntries(all);
}

/** Returns an answer's values by placeholder suffix. `''` is the answer itself. */
function memberValues(place: Place, answer: unknown, beside: Record<string, unknown>): Values {
  const { schema, ui, texts } = place;
  if (answer === undefined || answer === '' || answer === false) return {};
  if (isRecord(answer)) return summaryValues(place, answer);
  if (Array.isArray(answer)) return { '': rowsText(place, answer), count: answer.length };
  if (schema['x-document'] !== undefined) return { count: 1 };
  if (schema.format === 'date') return dateValues(String(answer));
  if (ui['ui:widget'] === 'Currency' && typeof answer === 'number') return { '': formatWholeDollars(answer) };
  const text = shortText(schema, ui, answer, texts);
  return { '': text, ...(schema.enum && { value: String(answer) }), ...derivedValues(ui, beside) };
}

function dateValues(day: string): Values {
  const inStyle = (style: Intl.DateTimeFormatOptions) =>
    formatMoment(day, { ...style, timeZone: 'UTC' }, messageLanguage());
  if (Number.isNaN(Date.parse(day))) return {};
  return {
    '': inStyle({ dateStyle: 'medium' }),
    month: inStyle({ month: 'short', year: 'numeric' }),
    year: day.slice(0, 4),
  };
}

function derivedValues(ui: UiNode, beside: Record<string, unknown>): Values {
  const known = listDerivations(ui).flatMap((derivation) => {
    const amount = derivedAmount(derivation, beside);
    return amount === undefined ? [] : [[derivation.by, formatWholeDollars(amount)]];
  });
  return Object.fromEntries(known);
}

function rowsText({ schema, ui, texts }: Place, rows: readonly unknown[]): string {
  const { brief, named = Object.keys(schema.items?.properties ?? {}) } = ui['ui:list'] ?? {};
  const row = { schema: schema.items ?? {}, ui: findUi(ui, 'items'), texts };
  const lines = rows.map((answers) =>
    brief ? summarize(row, brief, answers).join(', ') : formatName(row, named, answers),
  );
  const isLong = lines.some((text) => text.includes(','));
  return lines.filter(Boolean).join(brief || isLong ? '\n' : ', ');
}

/** Returns a row's name from fields: `['street', 'city', 'state zip']` → `'77 Elm St, San Marcos, TX 78666'`. */
export function formatName({ schema, ui, texts }: Place, named: readonly string[], answers: unknown): string {
  if (!isRecord(answers)) return '';
  const member = (name: string) =>
    shortText(ownMember(schema.properties, name) ?? {}, findUi(ui, name), ownMember(answers, name), texts);
  const joined = (texts: readonly string[], by: string) => texts.filter(Boolean).join(by);
  return joined(
    named.map((part) => joined(part.split(' ').map(member), ' ')),
    ', ',
  );
}

function shortText(schema: SchemaNode, ui: UiNode, answer: unknown, texts: AnswerTexts): string {
  if (answer === undefined || answer === '') return '';
  const text = answerText(schema, ui, answer, texts);
  return text.startsWith(`${answer} - `) ? String(answer) : text;
}
