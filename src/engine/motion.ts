import type { animate } from 'framer-motion/dom/mini';

let move: typeof animate | undefined;

/** Fetches what moves things, after the first field; until it is there all stands still. */
export async function loadMotion(): Promise<void> {
  move = (await import('framer-motion/dom/mini')).animate;
}

/** What is new settles into its place: a row, a panel, the next step. Its place is taken from the first frame, and it can be read in each. */
export function settle(element: Element | null): void {
  play(element, { transform: ['translateY(0.75rem)', 'none'] });
}

/** What is being deleted fades; the function brings it back when it stays after all. */
export function fade(element: HTMLElement | null): () => void {
  const motion = play(element, { opacity: [1, 0.35] });
  return () => {
    motion?.cancel();
    element?.style.removeProperty('opacity');
  };
}

/** Draws the line of a tick, whose `pathLength` is 1. */
export function draw(path: Element | null): void {
  play(path, { strokeDasharray: ['0 1', '1 1'] }, 0.5);
}

function play(element: Element | null, frames: Parameters<typeof animate>[1], duration = 0.22) {
  if (!move || !element || window.matchMedia('(prefers-reduced-motion: reduce)').matches) return undefined;
  return move(element, frames, { duration, ease: [0.2, 0.8, 0.2, 1] });
}
