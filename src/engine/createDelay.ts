/** One thing to be done later. */
export interface Delay {
  /** Does it after `ms`, counted from the last call. */
  start(ms: number): void;
  stop(): void;
}

/** A timer for `act`, not started yet. */
export function createDelay(act: () => void): Delay {
  let timer: ReturnType<typeof setTimeout> | undefined;
  return {
    start(ms) {
      clearTimeout(timer);
      timer = setTimeout(act, ms);
    },
    stop: () => clearTimeout(timer),
  };
}
