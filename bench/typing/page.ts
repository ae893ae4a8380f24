import type { Contender } from './contender';
import { employers } from './employers';

const contenders = import.meta.glob<{ contender: Contender }>('./contenders/*.{tsx,jsx}');
const query = new URLSearchParams(location.search);
const load = contenders[`./contenders/${query.get('contender')}`];
if (!load) throw new Error(`There is no contender '${query.get('contender')}'`);
const { contender } = await load();

const waiting: (() => void)[] = [];
const bench = {
  ready: false,
  keys: [] as number[],
  longest: 0,
  focus(row: number, name: string): boolean {
    const input = controlOf(row, name);
    input?.focus();
    return input !== null && document.activeElement === input;
  },
  /** How long the n-th key took to be painted, once it was. */
  async painted(count: number): Promise<number> {
    while (bench.keys.length < count) await new Promise<void>((resolve) => waiting.push(resolve));
    return bench.keys[count - 1] ?? 0;
  },
  value: () => (document.activeElement as HTMLInputElement | null)?.value ?? '',
};
Object.assign(window, { bench });

addEventListener('keydown', ({ timeStamp }) => painted(() => keyPainted(performance.now() - timeStamp)), true);
new PerformanceObserver((list) => {
  for (const { duration } of list.getEntries()) bench.longest = Math.max(bench.longest, duration);
}).observe({ type: 'longtask' });

const rows = Number(query.get('rows'));
await contender.mount(document.getElementById('root') as HTMLElement, employers(rows));
whenDrawn(() => {
  bench.ready = true;
});

function controlOf(row: number, name: string): HTMLElement | null {
  return document.getElementById(contender.idOf?.(row, name) ?? `employers_employer_${row}_${name}`);
}

/** Runs `act` once the last row is on the screen. */
function whenDrawn(act: () => void): void {
  painted(() => (controlOf(rows - 1, 'position') ? act() : whenDrawn(act)));
}

function keyPainted(ms: number): void {
  bench.keys.push(ms);
  waiting.shift()?.();
}

/** Runs `act` right after the next frame was painted. */
function painted(act: () => void): void {
  requestAnimationFrame(() => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = act;
    port2.postMessage(null);
  });
}
