/** Who has not touched, typed or pointed for so long is taken to have left. */
const LEFT_AFTER = 120_000;

const SIGNS = ['pointerdown', 'pointermove', 'keydown', 'wheel', 'touchmove', 'focus'];

export interface Attendance {
  isThere(): boolean;
  /** Calls `listener` when somebody comes back; gives the function that ends it. */
  onReturn(listener: () => void): () => void;
}

/** Tells a page that is looked at from one that was left open. */
export function createAttendance(page: Pick<Window, 'addEventListener'>): Attendance {
  const listeners = new Set<() => void>();
  let seen = Date.now();
  const isThere = () => Date.now() - seen < LEFT_AFTER;
  const note = () => {
    const wasAway = !isThere();
    seen = Date.now();
    if (wasAway) for (const listener of listeners) listener();
  };
  for (const sign of SIGNS) page.addEventListener(sign, note, { passive: true, capture: true });
  return {
    isThere,
    onReturn(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

export const attendance = createAttendance(window);
