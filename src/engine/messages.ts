import { keyOf } from '../model/paths';
import type { FieldError, Path } from '../model/types';
import { drawnPath, type Place } from './nodeAt';

/** One message a control, by the key of its path; the first that is wrong with it is the one to read. */
export type Messages = ReadonlyMap<string, string>;

/** Errors as messages at the controls that show them: `[{ path: ['mobile', 1] … }]` → `{ mobile → … }` where one widget draws the list. */
export function messagesOf(errors: readonly FieldError[], place: Place): Messages {
  const out = new Map<string, string>();
  for (const { path, message } of errors) {
    const key = keyOf(drawnPath(place, path));
    if (!out.has(key)) out.set(key, message);
  }
  return out;
}

/** The messages whose key passes. */
export function pick(messages: Messages, passes: (key: string) => boolean): Messages {
  return new Map([...messages].filter(([key]) => passes(key)));
}

/** Messages without those at `path`, above it and below it: what was said there is no longer about what stands there. */
export function withoutThoseAt(messages: Messages, path: Path): Messages {
  const key = keyOf(path);
  return pick(messages, (at) => !(at === key || at.startsWith(`${key}/`) || key.startsWith(`${at}/`)));
}

/** The keys whose message differs between two. */
export function changedMessages(before: Messages, after: Messages): string[] {
  return [...new Set([...before.keys(), ...after.keys()])].filter((key) => before.get(key) !== after.get(key));
}
