import { keepFocusInPlace } from '../../widgets/parts/keepFocusInPlace';
import { pageMessages } from '../messages/useMessages';
import { getIn, ownMember, rowsAround } from '../model/answers/paths';
import type { FormChange as Change, FormServices } from '../model/formContext';
import { fillText } from '../model/messages/fillText';
import type { Answers, Context, Path } from '../model/types';
import type { SectionStore } from './createSectionStore';
import { copiedBy, deletedFiles, findListQuestion, type ListQuestion, rowsAt } from './listQuestion';
import { findCoveringList, findOfferedRow, measureCover } from './offeredRow';
import { newRow } from './startingAnswers';
import { listOptions, nodeAt, type Place, rowName, rowTitle, uiOptions } from './uiOptions';

/** Each promise resolves to true if the action was done, otherwise to false. */
export interface FormActions {
  /** Sets an answer and the answers that depend on it. Prompts first if that would delete rows or files. */
  answer(path: Path, value: unknown): void;
  addRow(list: Path): Promise<boolean>;
  removeRow(list: Path, index: number, onAgreed?: () => void): Promise<boolean>;
}

export function createFormActions(
  store: SectionStore,
  services: () => FormServices,
  context: () => Context,
): FormActions {
  const { place } = store;
  const texts = () => pageMessages('engine');
  const busy = new Set<string>();

  async function oneAtATime(list: Path, work: () => Promise<boolean>): Promise<boolean> {
    const key = list.join('/');
    if (busy.has(key)) return false;
    busy.add(key);
    try {
      return await work();
    } catch (error) {
      await services().alert({ title: error instanceof Error ? error.message : String(error) });
      return false;
    } finally {
      busy.delete(key);
    }
  }

  async function append(list: Path): Promise<boolean> {
    const question = findListQuestion(place(), list, 'list');
    const source = question?.source === undefined ? {} : await addSource(question.source, list);
    const index = writeRow(list, source, question ? [{ path: question.answerPath, value: 'Yes' }] : []);
    store.setOpenRow(list, index);
    return true;
  }

  function writeRow(list: Path, first: object, others: Change[] = []): number {
    const at = nodeAt(place(), list);
    const rows = rowsAt(store.answers(), list);
    const row = { ...newRow(at?.schema ?? {}, at?.ui ?? {}, rows.length), ...first };
    store.write([{ path: list, value: [...rows, row] }, ...others]);
    services().announce(fillText(texts().rowAdded, { item: rowTitle(texts(), place(), list, rows.length) }));
    return rows.length;
  }

  /** The first answer in an offered row opens that row. */
  function writeAnswer(path: Path, changes: Change[]): void {
    const offered = rowsAround(path).find(([list, index]) => findOffered(list) === index);
    store.write(changes);
    if (offered && findOffered(offered[0]) === undefined) keepFocusInPlace(() => store.setOpenRow(...offered));
    const list = findCoveringList(place(), path);
    if (list) fitRows(list);
  }

  /** Adds or removes the empty last row that `ui:list.covers` offers. */
  function fitRows(list: Path): void {
    const cover = measureCover(place(), list, store.answers(), context().today);
    if (cover === 'short') writeRow(list, {});
    if (cover === 'long') store.removeRow(list, rowsAt(store.answers(), list).length - 1);
  }

  const findOffered = (list: Path) => findOfferedRow(place(), list, rowsAt(store.answers(), list));

  function addSource(documentId: number, list: Path): Promise<{ id: number }> {
    const numbers = rowsAt(store.answers(), list).map(({ id }) => (typeof id === 'number' ? id : 0));
    return services().sources.add(documentId, Math.max(0, ...numbers) + 1);
  }

  async function drop(list: Path, index: number): Promise<void> {
    const question = findListQuestion(place(), list, 'list');
    const id = rowsAt(store.answers(), list)[index]?.id;
    if (question?.source !== undefined && typeof id === 'number') await services().sources.remove(question.source, id);
    else await deleteFilesIn(rowsAt(store.answers(), list)[index]);
    store.removeRow(list, index);
    if (question && rowsAt(store.answers(), list).length === 0)
      store.write([{ path: question.answerPath, value: 'No' }]);
  }

  async function deleteFilesIn(row: unknown): Promise<void> {
    const { documents } = services();
    const paths = new Set(Object.values(Object(row)));
    for (const one of documents.list()) if (paths.has(one.blob_path)) await documents.remove(one);
  }

  async function answerYes({ answerPath, listPath }: ListQuestion): Promise<boolean> {
    const before = store.value(answerPath);
    store.write([{ path: answerPath, value: 'Yes' }]);
    if (rowsAt(store.answers(), listPath).length) return true;
    try {
      return await append(listPath);
    } catch (error) {
      store.write([{ path: answerPath, value: before }]);
      throw error;
    }
  }

  async function answerNo(question: ListQuestion): Promise<boolean> {
    const { answerPath, listPath } = question;
    const rows = rowsAt(store.answers(), listPath);
    const names = rows.map((_, index) => nameOfRow(listPath, index));
    if (rows.length && !(await mayClear(question, names))) return false;
    const { fixed } = listOptions(nodeAt(place(), listPath)?.ui);
    for (let index = rows.length - 1; index >= 0; index--)
      if (!fixed || !ownMember(rows[index], fixed)) await drop(listPath, index);
    if (rowsAt(store.answers(), listPath).length === 0) store.write([{ path: answerPath, value: 'No' }]);
    else await services().alert({ title: texts().fixedRows });
    return true;
  }

  async function mayClear({ onNo }: ListQuestion, rows: string[]): Promise<boolean> {
    if (onNo !== 'refuse') return ask(texts().confirmDelete, rows);
    await services().alert({ title: texts().deleteRowsFirst });
    return false;
  }

  /** Deletes files and writes the answer, if the applicant agrees. */
  async function deleteFiles({ at, files }: { at: Path; files: string[] }, answer: Change): Promise<boolean> {
    const { documents } = services();
    const stored = documents.list().filter((one) => files.includes(one.blob_path));
    const names = stored.map(({ name }) => name);
    if (!(await ask(texts().confirmDeleteFiles, names))) return false;
    for (const one of stored) await documents.remove(one);
    store.write([answer, { path: at, value: undefined }, ...clearedBy(place(), at)]);
    return true;
  }

  function ask(title: string, loses: string[], text: string = texts().confirmDeleteText): Promise<boolean> {
    return services().confirm({ title, text, loses, yes: texts().yes, no: texts().no });
  }

  /** Returns a row's title and name: `'Address 2: 901 E 6th St'`. */
  function nameOfRow(list: Path, index: number): string {
    const at = nodeAt(place(), list);
    const name = at && rowName(pageMessages('steps').answers, at, rowsAt(store.answers(), list)[index]);
    return [rowTitle(texts(), place(), list, index), name].filter(Boolean).join(': ');
  }

  return {
    answer(path, value) {
      const question = findListQuestion(place(), path, 'answer');
      if (question && value === 'Yes') return void oneAtATime(question.listPath, () => answerYes(question));
      if (question && value === 'No') return void oneAtATime(question.listPath, () => answerNo(question));
      const gone = deletedFiles(place(), path, value, store.answers());
      if (gone) return void oneAtATime(gone.at, () => deleteFiles(gone, { path, value }));
      const others = [...clearedBy(place(), path), ...copiedBy(place(), path, value, context())];
      writeAnswer(path, [{ path, value }, ...others, ...answeredBy(place(), path, value, store.answers())]);
    },
    addRow: (list) => oneAtATime(list, () => append(list)),
    removeRow: (list, index, onAgreed) =>
      oneAtATime(list, async () => {
        const row = rowsAt(store.answers(), list)[index];
        const { confirm = texts().confirmDelete, warning } = listOptions(nodeAt(place(), list)?.ui);
        const question = fillText(confirm, { ...row, n: index + 1 });
        if (!row || !(await ask(question, [nameOfRow(list, index)], warning))) return false;
        onAgreed?.();
        const title = rowTitle(texts(), place(), list, index);
        await drop(list, index);
        services().announce(fillText(texts().rowDeleted, { item: title }));
        return true;
      }),
  };
}

/** Returns the changes that clear siblings (`ui:options.clears`). */
function clearedBy(place: Place, path: Path): Change[] {
  const { clears } = uiOptions(nodeAt(place, path)?.ui);
  const names: string[] = Array.isArray(clears) ? clears : [];
  return names.map((name) => ({ path: [...path.slice(0, -1), name], value: undefined, isCleared: true }));
}

/** Returns the changes that answer unanswered siblings (`ui:options.answers`). Without a value, returns []. */
function answeredBy(place: Place, path: Path, value: unknown, answers: Answers): Change[] {
  const { answers: implied = {} } = uiOptions(nodeAt(place, path)?.ui);
  if ([value].flat().filter(Boolean).length === 0) return [];
  const siblings = Object.entries(implied).map(([name, value]) => ({ path: [...path.slice(0, -1), name], value }));
  return siblings.filter((sibling) => getIn(answers, sibling.path) === undefined);
}
