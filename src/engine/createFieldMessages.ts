import { keyOf } from '../model/answers/paths';
import type { FieldError, Path } from '../model/types';
import { entriesWithoutRow, keysWithoutRow } from './createFieldIds';
import { findControlPath, type Place } from './uiOptions';

/** The messages shown in a form. Methods that return an array return the keys of the changed messages. */
interface FieldMessages {
  at(key: string): string | undefined;
  hasAny(): boolean;
  hasBelow(key: string): boolean;
  isDue(): boolean;
  /** From now on, messages at this path and at the lists above it may be shown. */
  touch(path: Path): void;
  forgetTouch(path: Path): void;
  showAll(): void;
  show(errors: readonly FieldError[]): string[];
  removeFixed(errors: readonly FieldError[]): string[];
  showServerErrors(errors: readonly FieldError[]): string[];
  dropServerErrors(path: Path): string[];
  removeRow(list: Path, index: number): void;
  clear(): void;
}

export function createFieldMessages(place: () => Place): FieldMessages {
  let touched = new Set<string>();
  let all = false;
  let found: Messages = new Map();
  let server: Messages = new Map();

  function setFound(next: Messages): string[] {
    const before = found;
    found = next;
    return changedMessages(before, next);
  }

  function setServer(next: Messages): string[] {
    const before = server;
    server = next;
    return changedMessages(before, next);
  }

  return {
    at: (key) => found.get(key) ?? server.get(key),
    hasAny: () => found.size > 0,
    hasBelow: (key) => [...found.keys(), ...server.keys()].some((at) => at === key || at.startsWith(`${key}/`)),
    isDue: () => all || touched.size > 0,
    touch(path) {
      for (const key of [keyOf(path), ...listsAbove(path)]) touched.add(key);
    },
    forgetTouch: (path) => void touched.delete(keyOf(path)),
    showAll() {
      all = true;
    },
    show: (errors) => setFound(pick(toMessages(errors, place()), (key) => all || touched.has(key))),
    removeFixed(errors) {
      const now = toMessages(errors, place());
      return setFound(pick(found, (key) => now.get(key) === found.get(key)));
    },
    showServerErrors: (errors) => setServer(toMessages(errors, place())),
    dropServerErrors: (path) => (server.size ? setServer(withoutThoseAt(server, path)) : []),
    removeRow(list, index) {
      touched = keysWithoutRow(touched, list, index).add(keyOf(list));
      found = entriesWithoutRow(found, list, index);
      server = entriesWithoutRow(server, list, index);
    },
    clear() {
      touched = new Set();
      all = false;
      found = new Map();
      server = new Map();
    },
  };
}

function listsAbove(path: Path): string[] {
  return path.flatMap((part, depth) => (typeof part === 'number' ? keyOf(path.slice(0, depth)) : []));
}

/** The first message of each control, by key. */
type Messages = ReadonlyMap<string, string>;

function toMessages(errors: readonly FieldError[], place: Place): Messages {
  const out = new Map<string, string>();
  for (const { path, message } of errors) {
    const key = keyOf(findControlPath(place, path));
    if (!out.has(key)) out.set(key, message);
  }
  return out;
}

function pick(messages: Messages, passes: (key: string) => boolean): Messages {
  return new Map([...messages].filter(([key]) => passes(key)));
}

/** Removes messages at, above and below `path`. */
function withoutThoseAt(messages: Messages, path: Path): Messages {
  const key = keyOf(path);
  return pick(messages, (at) => !(at === key || at.startsWith(`${key}/`) || key.startsWith(`${at}/`)));
}

function changedMessages(before: Messages, after: Messages): string[] {
  return [...new Set([...before.keys(), ...after.keys()])].filter((key) => before.get(key) !== after.get(key));
}
