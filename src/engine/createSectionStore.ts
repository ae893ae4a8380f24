// Over 250 lines: the functions share the state of one store.
import { getIn, keyOf, rowsAround, setIn } from '../model/answers/paths';
import { createSignals } from '../model/createStore';
import type { FormChange as Change } from '../model/formContext';
import type { Answers, Checker, CheckResult, Context, FieldError, Path, Shape } from '../model/types';
import { carryAnswers } from './carryAnswers';
import { createFieldMessages } from './createFieldMessages';
import { createRowKeys, type RowKeys } from './createRowKeys';
import { isFoldable, nodeAt, type Place, uiOptions } from './uiOptions';

/** Cached by the store, because React compares the returned objects by identity. */
export interface FieldStatus {
  hidden: boolean;
  required: boolean;
  message: string | undefined;
}

/** Keeps answers outside React, so that a key press doesn't rerender the form. */
export interface SectionStore {
  place(): Place;
  setSection(section: AskedSection, stored: Answers): void;
  answers(): Answers;
  value(path: Path): unknown;
  status(key: string): FieldStatus;
  /**
   * Subscribes to answers at or below the key, and to the status, messages and open row at the key. '' is the whole
   * form.
   */
  subscribe(key: string, listener: () => void): () => void;
  rowKeys: Pick<RowKeys, 'of'>;
  openRow(list: Path): number | undefined;
  /** Opens a row and folds the other rows. Without an index, folds all rows. */
  setOpenRow(list: Path, index?: number): void;
  /** Opens the folded rows around a path. Returns false if no row was folded. */
  reveal(path: Path): boolean;
  isValid(path: Path): boolean;
  hasMessages(path: Path): boolean;
  write(changes: readonly Change[]): void;
  removeRow(list: Path, index: number): void;
  touch(path: Path): void;
  submit(): CheckResult;
  replace(answers: Answers): void;
  setContext(context: Context): void;
  setServerErrors(errors: readonly FieldError[]): void;
  stop(): void;
}

export interface AskedSection {
  place: Place;
  checker: Checker;
}

interface StoreOptions {
  section: AskedSection;
  context: Context;
  answers: Answers;
  /** Milliseconds from the last change to validation. */
  delay: number;
  startsOpen(row: Path): boolean;
  onChange(answers: Answers): void;
  onCheck(result: CheckResult): void;
}

/** Messages shown sooner would move the element that is being clicked. */
const AFTER_BLUR_MS = 200;

const TYPING_PAUSE_MS = 150;

export function createSectionStore({ delay, startsOpen, onChange, onCheck, ...start }: StoreOptions): SectionStore {
  const signals = createSignals();
  const rowKeys = createRowKeys();
  let { answers, context } = start;
  let { place, checker } = start.section;
  const messages = createFieldMessages(() => place);
  const statuses = new Map<string, FieldStatus>();
  let lastCheck: { answers: Answers; context: Context; checker: Checker; result: CheckResult } | undefined;
  const shape = createShapeWatch(checker, answers, context);
  const checking = createDelay(check);
  const shaping = createDelay(() => signals.notify(reshape()));

  function clearStatus(keys: string[]): string[] {
    for (const key of keys) statuses.delete(key);
    return keys;
  }

  /** Also notifies the rows around each key, because a folded row shows whether it has messages. */
  function notifyMessages(keys: string[]): void {
    signals.notify([...clearStatus(keys), ...keys.flatMap(rowsAbove)]);
  }

  function reshape(): string[] {
    shaping.stop();
    return clearStatus(shape.update(checker, answers, context));
  }

  /** Evaluates conditions at once after a choice, but after a pause while typing. */
  function reshapeFor(changes: readonly Change[]): string[] {
    if (!changes.every(({ path }) => isTyped(place, path))) return reshape();
    shaping.start(TYPING_PAUSE_MS);
    return [];
  }

  function check(): CheckResult {
    checking.stop();
    const found = checkOnce();
    notifyMessages(messages.show(found.errors));
    onCheck(found);
    return found;
  }

  function removeFixedMessages(): string[] {
    return messages.hasAny() ? clearStatus(messages.removeFixed(checkOnce().errors)) : [];
  }

  function apply({ path, value, isCleared }: Change): string[] {
    // In a list of texts, an empty row stays.
    const isBlank = value === '' && typeof path.at(-1) !== 'number';
    answers = setIn(answers, path, isBlank ? undefined : value);
    if (isCleared) messages.forgetTouch(path);
    else messages.touch(path);
    return clearStatus(messages.dropServerErrors(path));
  }

  function checkSoon(): void {
    if (delay === 0) check();
    else checking.start(delay);
  }

  function reportChange(): void {
    onChange(answers);
    checkSoon();
  }

  /** Validates, or returns the last result if nothing changed. */
  function checkOnce(): CheckResult {
    if (lastCheck?.answers !== answers || lastCheck.context !== context || lastCheck.checker !== checker)
      lastCheck = { answers, context, checker, result: checker.check(answers, context) };
    return lastCheck.result;
  }

  const errorsBelow = (path: Path) => checkOnce().errors.filter((error) => isBelow(error.path, path));

  function countRows(list: Path): number {
    const rows = getIn(answers, list);
    return Array.isArray(rows) ? rows.length : 0;
  }

  /** Returns the id of the open row. Initially opens the row that `startsOpen` chooses, or the first invalid row. */
  function openRow(list: Path): number | undefined {
    const count = countRows(list);
    return rowKeys.findOpenRow(list, count, () => {
      const rows = Array.from({ length: count }, (_, index) => [...list, index]);
      const wanted = rows.findIndex(startsOpen);
      return wanted >= 0 ? wanted : rows.findIndex((row) => errorsBelow(row).length > 0);
    });
  }

  function setOpenRow(list: Path, index?: number): void {
    rowKeys.open(list, index);
    signals.notify([keyOf(list)]);
  }

  function redraw(): void {
    statuses.clear();
    reshape();
    removeFixedMessages();
    signals.notifyAll();
  }

  return {
    place: () => place,
    setSection(next, stored) {
      const carried = carryAnswers(place.schema, next.place.schema, answers, stored);
      const isOther = JSON.stringify(carried) !== JSON.stringify(answers);
      ({ place, checker } = next);
      if (isOther) answers = carried;
      redraw();
      if (isOther) onChange(answers);
      checkSoon();
    },
    answers: () => answers,
    value: (path) => getIn(answers, path),
    subscribe: signals.subscribe,
    rowKeys,
    openRow,
    setOpenRow,
    reveal(path) {
      const folded = rowsAround(path).filter(
        ([list, row]) => isFoldable(nodeAt(place, list)) && openRow(list) !== rowKeys.of(list, countRows(list))[row],
      );
      for (const [list, row] of folded) setOpenRow(list, row);
      return folded.length > 0;
    },
    isValid: (path) => errorsBelow(path).length === 0,
    hasMessages: (path) => messages.hasBelow(keyOf(path)),
    status(key) {
      const known = statuses.get(key);
      if (known) return known;
      const status = { hidden: shape.hides(key), required: shape.requires(key), message: messages.at(key) };
      statuses.set(key, status);
      return status;
    },
    write(changes) {
      const leaves = changes.every(({ path, value }) => !isCompound(value) && !isCompound(getIn(answers, path)));
      const keys = [...changes.flatMap(apply), ...reshapeFor(changes), ...(delay ? removeFixedMessages() : [])];
      if (leaves) signals.notify([...keys, ...changes.flatMap(({ path }) => keysAbove(path))]);
      else signals.notifyAll();
      reportChange();
    },
    removeRow(list, index) {
      const rows = getIn(answers, list);
      if (!Array.isArray(rows)) return;
      answers = setIn(
        answers,
        list,
        rows.filter((_, at) => at !== index),
      );
      rowKeys.remove(list, index);
      messages.removeRow(list, index);
      redraw();
      reportChange();
    },
    touch(path) {
      messages.touch(path);
      checking.start(delay || AFTER_BLUR_MS);
    },
    submit() {
      messages.showAll();
      signals.notify(reshape());
      return check();
    },
    replace(next) {
      answers = next;
      messages.clear();
      redraw();
      reportChange();
    },
    setContext(next) {
      if (next === context) return;
      context = next;
      signals.notify(reshape());
      if (messages.isDue()) checking.start(delay || AFTER_BLUR_MS);
    },
    setServerErrors: (errors) => notifyMessages(messages.showServerErrors(errors)),
    stop() {
      checking.stop();
      shaping.stop();
    },
  };
}

function isBelow(path: Path, above: Path): boolean {
  return above.every((part, depth) => path[depth] === part);
}

function isTyped(place: Place, path: Path): boolean {
  const { schema, ui } = nodeAt(place, path) ?? {};
  const isChosen = schema?.enum !== undefined || uiOptions(ui).source !== undefined;
  return !isChosen && ['string', 'number', 'integer'].includes(schema?.type ?? '');
}

function isCompound(value: unknown): boolean {
  return typeof value === 'object' && value !== null;
}

/** Returns a path's key and all keys above it: `['a', 0, 'b']` → `['', 'a', 'a/0', 'a/0/b']`. */
function keysAbove(path: Path): string[] {
  return ['', ...path.map((_, depth) => keyOf(path.slice(0, depth + 1)))];
}

/** Returns keys of the rows around a key: `'a/0/b'` → `['a/0']`. */
function rowsAbove(key: string): string[] {
  const parts = key.split('/');
  return parts.flatMap((part, depth) => (/^\d+$/.test(part) ? [parts.slice(0, depth + 1).join('/')] : []));
}

interface Delay {
  start(ms: number): void;
  stop(): void;
}

function createDelay(work: () => void): Delay {
  let timer: ReturnType<typeof setTimeout> | undefined;
  return {
    start(ms) {
      clearTimeout(timer);
      timer = setTimeout(work, ms);
    },
    stop: () => clearTimeout(timer),
  };
}

interface ShapeWatch {
  hides(key: string): boolean;
  requires(key: string): boolean;
  /** Updates the hidden and required fields. Returns the keys that changed. */
  update(checker: Checker, answers: Answers, context: Context): string[];
}

function createShapeWatch(checker: Checker, answers: Answers, context: Context): ShapeWatch {
  let shape: Shape = checker.shape(answers, context);
  return {
    hides: (key) => shape.hidden.has(key),
    requires: (key) => shape.required.has(key),
    update(nextChecker, nextAnswers, nextContext) {
      const before = shape;
      shape = nextChecker.shape(nextAnswers, nextContext);
      return [...differing(before.hidden, shape.hidden), ...differing(before.required, shape.required)];
    },
  };
}

function differing(before: ReadonlySet<string>, after: ReadonlySet<string>): string[] {
  return [...[...before].filter((key) => !after.has(key)), ...[...after].filter((key) => !before.has(key))];
}
