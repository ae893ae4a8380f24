import { getIn, keyOf, setIn } from '../model/answers/paths';
import { createSignals } from '../model/createStore';
import type { FormChange as Change } from '../model/formContext';
import type { Answers, Checker, Context, FieldError, Path, Shape, Verdict } from '../model/types';
import { carryAnswers } from './carryAnswers';
import { entriesWithoutRow } from './createFieldIds';
import { createMessageBook } from './createMessageBook';
import { nodeAt, type Place } from './uiOptions';

/** Identical while nothing changed. */
export interface FieldStatus {
  hidden: boolean;
  required: boolean;
  message: string | undefined;
}

/** Keeps answers outside React, so that a key press doesn't rerender the form. */
export interface SectionStore {
  place(): Place;
  /** Keeps answers and messages; takes answers to new questions from `stored`. */
  setSection(section: AskedSection, stored: Answers): void;
  answers(): Answers;
  value(path: Path): unknown;
  status(key: string): FieldStatus;
  /** Listens to a path and below; '' is the whole form. */
  subscribe(key: string, listener: () => void): () => void;
  rowKeys: RowKeys;
  write(changes: readonly Change[]): void;
  removeRow(list: Path, index: number): void;
  /** Shows the field's message from now on. */
  touch(path: Path): void;
  /** Validates now and shows every message. */
  submit(): Verdict;
  replace(answers: Answers): void;
  setContext(context: Context): void;
  setServerErrors(errors: readonly FieldError[]): void;
  /** Cancels pending checks. */
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
  /** Milliseconds from a change to its check. */
  delay: number;
  onChange(answers: Answers): void;
  onCheck(verdict: Verdict): void;
}

/** Milliseconds. Leaving a field must not move what is being clicked. */
const AFTER_BLUR = 200;

/** Pause in ms before conditions on text are evaluated. */
const PAUSE = 150;

/** Answers are as typed, hidden ones included. */
export function createSectionStore({ delay, onChange, onCheck, ...start }: StoreOptions): SectionStore {
  const signals = createSignals();
  const rowKeys = createRowKeys();
  let { answers, context } = start;
  let { place, checker } = start.section;
  const messages = createMessageBook(() => place);
  const statuses = new Map<string, FieldStatus>();
  const shape = createShapeWatch(checker, answers, context);
  const checking = createDelay(check);
  const shaping = createDelay(() => signals.notify(reshape()));

  function forget(keys: string[]): string[] {
    for (const key of keys) statuses.delete(key);
    return keys;
  }

  function reshape(): string[] {
    shaping.stop();
    return forget(shape.update(checker, answers, context));
  }

  /** Choices apply at once, text after a pause. */
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

  /** Removes messages that no longer hold; new ones wait. */
  function mend(): string[] {
    return messages.speaks() ? forget(messages.mend(checker.check(answers, context).errors)) : [];
  }

  function apply({ path, value, isCleared }: Change): string[] {
    // An emptied row stays in place.
    const isBlank = value === '' && typeof path.at(-1) !== 'number';
    answers = setIn(answers, path, isBlank ? undefined : value);
    if (isCleared) messages.forgetTouch(path);
    else messages.touch(path);
    return forget(messages.dropServerErrors(path));
  }

  function checkSoon(): void {
    if (delay === 0) check();
    else checking.start(delay);
  }

  function settle(): void {
    onChange(answers);
    checkSoon();
  }

  function redraw(): void {
    statuses.clear();
    reshape();
    mend();
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
      settle();
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
      settle();
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

interface Delay {
  start(ms: number): void;
  stop(): void;
}

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

interface ShapeWatch {
  hides(key: string): boolean;
  stars(key: string): boolean;
  /** Returns the keys that changed. */
  update(checker: Checker, answers: Answers, context: Context): string[];
}

function createShapeWatch(checker: Checker, answers: Answers, context: Context): ShapeWatch {
  let shape: Shape = checker.shape(answers, context);
  return {
    hides: (key) => shape.hidden.has(key),
    stars: (key) => shape.required.has(key),
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

/** Stable row ids, so that React keeps a row's state (an upload). */
interface RowKeys {
  /** The same array while nothing changed. */
  of(list: Path, count: number): readonly number[];
  remove(list: Path, index: number): void;
}

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
