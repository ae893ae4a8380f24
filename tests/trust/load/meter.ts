export interface Meter {
  /** Times the call in milliseconds. Errors pass through. */
  time<T>(call: () => Promise<T>): Promise<T>;
  count(): number;
  /** Returns a quantile: `of(0.99)`. */
  of(share: number): number;
}

export function createMeter(): Meter {
  const times: number[] = [];
  return {
    async time(call) {
      const started = performance.now();
      const result = await call();
      times.push(performance.now() - started);
      return result;
    },
    count: () => times.length,
    of: (share) => [...times].sort((a, b) => a - b)[Math.floor(share * (times.length - 1))] ?? 0,
  };
}
