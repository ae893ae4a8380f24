import { findUi, getIn, isRecord, ownMember } from '../model/answers/paths';
import type { FormChange as Change } from '../model/formContext';
import { fillText } from '../model/messages/fillText';
import type { Answers, Context, EntriesOptions, Path, UiNode } from '../model/types';
import { type Copies, entriesOptions, nodeAt, type Place, type UiOptions, uiOptions } from './uiOptions';

export interface ListQuestion extends EntriesOptions {
  answerPath: Path;
  listPath: Path;
}

/** Finds a Yes/No question and its list by the path of the answer or the list. */
export function findListQuestion(place: Place, path: Path, side: 'answer' | 'list'): ListQuestion | undefined {
  const parent = path.slice(0, -1);
  const entries = entriesOptions(nodeAt(place, parent)?.ui);
  if (!entries || entries[side] !== path.at(-1)) return undefined;
  return { ...entries, answerPath: [...parent, entries.answer], listPath: [...parent, entries.list] };
}

export function rowsAt(answers: unknown, path: Path): Record<string, unknown>[] {
  const rows = getIn(answers, path);
  return Array.isArray(rows) ? rows : [];
}

/** Returns the labels of the rows that `ui:options.copies` offers, or undefined without `copies.label`. */
export function copyNames(options: UiOptions, context: Context): string[] | undefined {
  const { copies } = options;
  const label = copies?.label;
  return copies && label !== undefined ? toRows(copies, context).map((row) => fillText(label, row)) : undefined;
}

/** Returns the changes that copy the chosen row. A checked checkbox copies the first row. */
export function copiedBy(place: Place, path: Path, value: unknown, context: Context): Change[] {
  const copies = uiOptions(nodeAt(place, path)?.ui).copies;
  if (!copies) return [];
  const { label, map } = copies;
  const rows = toRows(copies, context);
  const row = value === true ? rows[0] : rows.find((each) => label !== undefined && fillText(label, each) === value);
  if (!row) return [];
  return Object.entries(map).map(([member, sibling]) => ({
    path: [...path.slice(0, -1), sibling],
    value: ownMember(row, member),
  }));
}

/** Returns the answers that `copies.byDefault` gives to a new section, including the checked boxes. */
export function copiedByDefault(place: Place, context: Context): Answers {
  const fields = Object.entries(place.schema.properties ?? {}).filter(([name]) => {
    const { copies } = uiOptions(nodeAt(place, [name])?.ui);
    return copies?.byDefault && toRows(copies, context).length > 0;
  });
  const copied = fields.flatMap(([name]) => copiedBy(place, [name], true, context));
  return Object.fromEntries([
    ...fields.filter(([, { type }]) => type === 'boolean').map(([name]) => [name, true]),
    ...copied.map(({ path, value }) => [path.at(-1), value]),
  ]);
}

function toRows({ from }: Copies, context: Context): Record<string, unknown>[] {
  return ownMember(context.lists, from) ?? [];
}

/** Returns the files that an answer deletes (`ui:options.deletes`). */
export function deletedFiles(place: Place, path: Path, value: unknown, answers: unknown) {
  const { deletes } = uiOptions(nodeAt(place, path)?.ui);
  if (!deletes || deletes.on !== value) return undefined;
  const at: Path = [...path.slice(0, -1), deletes.files];
  const files = [getIn(answers, at)].flat().filter((file) => typeof file === 'string');
  return files.length > 0 ? { at, files } : undefined;
}

export function lacksFiles(ui: UiNode | undefined, answers: unknown): boolean {
  if (!isRecord(answers)) return false;
  return Object.entries(answers).some(([name, answer]) => {
    const node = ui && findUi(ui, name);
    const { deletes } = uiOptions(node);
    if (!deletes) return lacksFiles(node, answer);
    return answer !== deletes.on && [ownMember(answers, deletes.files)].flat().filter(Boolean).length === 0;
  });
}
