import { createStore } from './createStore';
import { isRecord } from './paths';

/** A number that is another after words were exchanged under a page: what is drawn once listens to it. */
export const wordsTurn = createStore(0);

/**
 * Makes `live` say what `next` says. Objects stay the objects they are, so that whoever holds one, or a part of it, has the new words; lists
 * are filled anew.
 */
export function exchangeMembers(live: object, next: object): void {
  if (Array.isArray(live) && Array.isArray(next)) return void live.splice(0, live.length, ...next);
  const [to, from] = [live as Record<string, unknown>, next as Record<string, unknown>];
  for (const key of Object.keys(to)) if (!(key in from)) delete to[key];
  for (const [key, value] of Object.entries(from)) {
    const known = to[key];
    const isSameKind = (isRecord(known) && isRecord(value)) || (Array.isArray(known) && Array.isArray(value));
    if (isSameKind) exchangeMembers(known as object, value as object);
    else to[key] = value;
  }
}
