export interface Probe {
  /** The longest task so far, in elapsed time. */
  longest: number;
  focus(row: number, name: string): boolean;
  value(): string;
  drawn(rows: number): Promise<void>;
  /** Milliseconds until the n-th key was painted. */
  painted(count: number): Promise<number>;
}

declare global {
  interface Window {
    bench: Probe;
  }
}

/** Runs in each page before the page's scripts, so it must be self-contained. */
export function installProbe(): void {
  const keys: number[] = [];
  const waiting: (() => void)[] = [];
  const controlOf = (row: number, name: string) => document.getElementById(`employers_employer_${row}_${name}`);
  const nextPaint = () =>
    new Promise<void>((resolve) => {
      requestAnimationFrame(() => {
        const { port1, port2 } = new MessageChannel();
        port1.onmessage = () => resolve();
        port2.postMessage(null);
      });
    });
  window.bench = {
    longest: 0,
    focus(row, name) {
      const input = controlOf(row, name);
      input?.focus();
      return input !== null && document.activeElement === input;
    },
    value: () => (document.activeElement as HTMLInputElement | null)?.value ?? '',
    async drawn(rows) {
      do await nextPaint();
      while (!controlOf(rows - 1, 'position'));
    },
    async painted(count) {
      while (keys.length < count) await new Promise<void>((resolve) => waiting.push(resolve));
      return keys[count - 1] ?? 0;
    },
  };
  addEventListener(
    'keydown',
    ({ timeStamp }) =>
      void nextPaint().then(() => {
        keys.push(performance.now() - timeStamp);
        waiting.shift()?.();
      }),
    true,
  );
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) window.bench.longest = Math.max(window.bench.longest, duration);
  }).observe({ type: 'longtask' });
}
