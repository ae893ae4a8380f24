import { createSignals } from '../model/createStore';
import type { FormChange as Change } from '../model/formContext';
import { getIn, keyOf, setIn } from '../model/paths';
import type { Answers, Checker, Context, FieldError, Path, Shape, Verdict } from '../model/types';
import { entriesWithoutRow } from './createFieldIds';
import { createMessageBook } from './createMessageBook';
import { nodeAt, type Place } from './uiOptions';

/** What a field shows next to its answer. The same object while nothing of it changed. */
export interface FieldStatus {
  hidden: boolean;
  required: boolean;
  message: string | undefined;
}

/** The answers and messages of one section, outside React: a key press changes them without drawing the form. */
export interface SectionStore {
  answers(): Answers;
  value(path: Path): unknown;
  status(key: string): FieldStatus;
  /** Tells of changes at a path and below it, by its key; '' is the whole. */
  subscribe(key: string, listener: () => void): () => void;
  rowKeys: RowKeys;
  write(changes: readonly Change[]): void;
  removeRow(list: Path, index: number): void;
  /** The applicant left the field: from now on its message is shown. */
  touch(path: Path): void;
  /** Judges at once and shows every message. */
  submit(): Verdict;
  replace(answers: Answers): void;
  setContext(context: Context): void;
  setServerErrors(errors: readonly FieldError[]): void;
  /** Forgets checks that are still to come. */
  stop(): void;
}

interface StoreOptions {
  place: Place;
  checker: Checker;
  context: Context;
  answers: Answers;
  /** Milliseconds from a change to its check; 0 checks at every change. */
  delay: number;
  onChange(answers: Answers): void;
  onCheck(verdict: Verdict): void;
}

/** Leaving a field must not move what is being clicked away under the pointer. */
const AFTER_BLUR = 200;

/** How long a key press may wait for the next before conditions are looked at. */
const PAUSE = 150;

/** The store of one section form; answers are raw, as typed, what conditions hide included. */
export function createSectionStore({ place, checker, delay, onChange, onCheck, ...start }: StoreOptions): SectionStore {
  const signals = createSignals();
  const rowKeys = createRowKeys();
  const messages = createMessageBook(place);
  const statuses = new Map<string, FieldStatus>();
  let { answers, context } = start;
  const shape = createShapeWatch(checker, answers, context);
  const checking = createDelay(check);
  const shaping = createDelay(() => signals.notify(reshape()));

  function forget(keys: string[]): string[] {
    for (const key of keys) statuses.delete(key);
    return keys;
  }

  function reshape(): string[] {
    shaping.stop();
    return forget(shape.update(answers, context));
  }

  /** Conditions over text follow a pause in the typing; a choice shows what hangs on it at once. */
  function reshapeFor(changes: readonly Change[]): string[] {
    if (!changes.every(({ path }) => isTyped(place, path))) return reshape();
    shaping.start(PAUSE);
    return [];
  }

  function check(): Verdict {
    checking.stop();
    const verdict = checker.check(answers, context);
    signals.notify(forget(messages.show(verdict.errors)));
    onCheck(verdict);
    return verdict;
  }

  /** A message goes as soon as it no longer holds; a new one waits for its time. */
  function mend(): string[] {
    return messages.speaks() ? forget(messages.mend(checker.check(answers, context).errors)) : [];
  }

  function apply({ path, value }: Change): string[] {
    // A row that is emptied stays in its place.
    const isBlank = value === '' && typeof path.at(-1) !== 'number';
    answers = setIn(answers, path, isBlank ? undefined : value);
    messages.touch(path);
    return forget(messages.dropServerErrors(path));
  }

  /** After every change: the app hears of it, and its check comes now or later. */
  function settle(): void {
    onChange(answers);
    if (delay === 0) check();
    else checking.start(delay);
  }

  /** After changes that may concern any field. */
  function redraw(): void {
    statuses.clear();
    reshape();
    mend();
    signals.notifyAll();
    settle();
  }

  return {
    answers: () => answers,
    value: (path) => getIn(answers, path),
    subscribe: signals.subscribe,
    rowKeys,
    status(key) {
      const known = statuses.get(key);
      if (known) return known;
      const status = { hidden: shape.hides(key), required: shape.stars(key), message: messages.at(key) };
      statuses.set(key, status);
      return status;
    },
    write(changes) {
      const leaves = changes.every(({ path, value }) => !isCompound(value) && !isCompound(getIn(answers, path)));
      const keys = [...changes.flatMap(apply), ...reshapeFor(changes), ...(delay ? mend() : [])];
      if (leaves) signals.notify([...keys, ...changes.flatMap(({ path }) => keysAbove(path))]);
      else signals.notifyAll();
      settle();
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
    },
    touch(path) {
      messages.touch(path);
      checking.start(delay || AFTER_BLUR);
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
    },
    setContext(next) {
      if (next === context) return;
      context = next;
      signals.notify(reshape());
      if (messages.isDue()) checking.start(delay || AFTER_BLUR);
    },
    setServerErrors: (errors) => signals.notify(forget(messages.showServerErrors(errors))),
    stop() {
      checking.stop();
      shaping.stop();
    },
  };
}

function isTyped(place: Place, path: Path): boolean {
  const schema = nodeAt(place, path)?.schema;
  return schema?.enum === undefined && ['string', 'number', 'integer'].includes(schema?.type ?? '');
}

function isCompound(value: unknown): boolean {
  return typeof value === 'object' && value !== null;
}

/** `['a', 0, 'b']` → `['', 'a', 'a/0', 'a/0/b']`. */
function keysAbove(path: Path): string[] {
  return ['', ...path.map((_, depth) => keyOf(path.slice(0, depth + 1)))];
}

/** One thing to be done later. */
interface Delay {
  /** Does it after `ms`, counted from the last call. */
  start(ms: number): void;
  stop(): void;
}

/** A timer for `act`, not started yet. */
function createDelay(act: () => void): Delay {
  let timer: ReturnType<typeof setTimeout> | undefined;
  return {
    start(ms) {
      clearTimeout(timer);
      timer = setTimeout(act, ms);
    },
    stop: () => clearTimeout(timer),
  };
}

/** What conditions hide and star at the moment. */
interface ShapeWatch {
  hides(key: string): boolean;
  stars(key: string): boolean;
  /** Looks at the conditions again; answers the keys for which that made a difference. */
  update(answers: Answers, context: Context): string[];
}

/** The shape of one form, first for these answers. */
function createShapeWatch(checker: Checker, answers: Answers, context: Context): ShapeWatch {
  let shape: Shape = checker.shape(answers, context);
  return {
    hides: (key) => shape.hidden.has(key),
    stars: (key) => shape.required.has(key),
    update(nextAnswers, nextContext) {
      const before = shape;
      shape = checker.shape(nextAnswers, nextContext);
      return [...differing(before.hidden, shape.hidden), ...differing(before.required, shape.required)];
    },
  };
}

function differing(before: ReadonlySet<string>, after: ReadonlySet<string>): string[] {
  return [...[...before].filter((key) => !after.has(key)), ...[...after].filter((key) => !before.has(key))];
}

/** Names of rows that stay theirs while others come and go, so that React keeps what a row holds (an upload under way). */
interface RowKeys {
  /** The names of the first `count` rows; the same array while nothing changed. */
  of(list: Path, count: number): readonly number[];
  remove(list: Path, index: number): void;
}

/** Row names for the lists of one form. */
function createRowKeys(): RowKeys {
  let lists = new Map<string, readonly number[]>();
  let last = 0;
  return {
    of(list, count) {
      const key = keyOf(list);
      const known = lists.get(key) ?? [];
      if (known.length === count && lists.has(key)) return known;
      const names = Array.from({ length: count }, (_, index) => known[index] ?? ++last);
      lists.set(key, names);
      return names;
    },
    remove(list, index) {
      lists = entriesWithoutRow(lists, list, index);
      const key = keyOf(list);
      lists.set(
        key,
        (lists.get(key) ?? []).filter((_, at) => at !== index),
      );
    },
  };
}
