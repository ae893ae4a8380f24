/** Earlier and undone states. The next state to restore is last. */
export interface EditHistory<T> {
  past: readonly T[];
  future: readonly T[];
  last?: { about: string; at: number };
}

export const noHistory = { past: [], future: [] };

const MAX_STEPS = 100;

/** Maximum milliseconds between the key presses of one change. */
const PAUSE = 1500;

/** Records the state before a change. Quick changes with the same `about`, such as typing a label, become one step. */
export function recordEdit<T>(history: EditHistory<T>, before: T, about: string, at: number): EditHistory<T> {
  const { last, past } = history;
  const isSame = about !== '' && last?.about === about && at - last.at < PAUSE && history.future.length === 0;
  return {
    past: isSame && past.length > 0 ? past : [...past, before].slice(-MAX_STEPS),
    future: [],
    last: { about, at },
  };
}

/** Returns the state before the last change. */
export function undoEdit<T>(
  { past, future }: EditHistory<T>,
  now: T,
): { state: T; history: EditHistory<T> } | undefined {
  const state = past.at(-1);
  if (state === undefined) return undefined;
  return { state, history: { past: past.slice(0, -1), future: [...future, now] } };
}

/** Returns the state that was undone last. */
export function redoEdit<T>(
  { past, future }: EditHistory<T>,
  now: T,
): { state: T; history: EditHistory<T> } | undefined {
  const state = future.at(-1);
  if (state === undefined) return undefined;
  return { state, history: { past: [...past, now], future: future.slice(0, -1) } };
}
