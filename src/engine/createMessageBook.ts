import { keyOf } from '../model/paths';
import type { FieldError, Path } from '../model/types';
import { entriesWithoutRow, keysWithoutRow } from './createFieldIds';
import { drawnPath, type Place } from './uiOptions';

/** What a form says at its fields. Whatever changes that answers the keys whose message is another now. */
interface MessageBook {
  at(key: string): string | undefined;
  /** Whether a rule's message is shown anywhere. */
  speaks(): boolean;
  /** Whether the applicant did anything that makes messages due. */
  isDue(): boolean;
  /** From now on messages at this path, and about the rows of the lists it lies in, are due. */
  touch(path: Path): void;
  /** From now on every message is due. */
  showAll(): void;
  /** Shows the errors that are due. */
  show(errors: readonly FieldError[]): string[];
  /** Takes away what is no longer said; says nothing new. */
  mend(errors: readonly FieldError[]): string[];
  showServerErrors(errors: readonly FieldError[]): string[];
  /** What the server said about this path is about another answer now. */
  dropServerErrors(path: Path): string[];
  removeRow(list: Path, index: number): void;
  clear(): void;
}

/** The messages of one form, none shown yet. */
export function createMessageBook(place: Place): MessageBook {
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
    speaks: () => found.size > 0,
    isDue: () => all || touched.size > 0,
    touch(path) {
      for (const key of [keyOf(path), ...listsAbove(path)]) touched.add(key);
    },
    showAll() {
      all = true;
    },
    show: (errors) => setFound(pick(messagesOf(errors, place), (key) => all || touched.has(key))),
    mend(errors) {
      const now = messagesOf(errors, place);
      return setFound(pick(found, (key) => now.get(key) === found.get(key)));
    },
    showServerErrors: (errors) => setServer(messagesOf(errors, place)),
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

/** The lists a path goes through: a rule over their rows (no two alike) may now speak. */
function listsAbove(path: Path): string[] {
  return path.flatMap((part, depth) => (typeof part === 'number' ? keyOf(path.slice(0, depth)) : []));
}

/** One message a control, by the key of its path; the first that is wrong with it is the one to read. */
type Messages = ReadonlyMap<string, string>;

/** Errors as messages at the controls that show them: `[{ path: ['mobile', 1] … }]` → `{ mobile → … }` where one widget draws the list. */
function messagesOf(errors: readonly FieldError[], place: Place): Messages {
  const out = new Map<string, string>();
  for (const { path, message } of errors) {
    const key = keyOf(drawnPath(place, path));
    if (!out.has(key)) out.set(key, message);
  }
  return out;
}

/** The messages whose key passes. */
function pick(messages: Messages, passes: (key: string) => boolean): Messages {
  return new Map([...messages].filter(([key]) => passes(key)));
}

/** Messages without those at `path`, above it and below it: what was said there is no longer about what stands there. */
function withoutThoseAt(messages: Messages, path: Path): Messages {
  const key = keyOf(path);
  return pick(messages, (at) => !(at === key || at.startsWith(`${key}/`) || key.startsWith(`${at}/`)));
}

/** The keys whose message differs between two. */
function changedMessages(before: Messages, after: Messages): string[] {
  return [...new Set([...before.keys(), ...after.keys()])].filter((key) => before.get(key) !== after.get(key));
}
