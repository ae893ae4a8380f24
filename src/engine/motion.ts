import type { animate } from 'framer-motion/dom/mini';

let move: typeof animate | undefined;

/** Loads the animation library. Until then, this module animates nothing. */
export async function loadMotion(): Promise<void> {
  move = (await import('framer-motion/dom/mini')).animate;
}

/** Moves a new element into place. Its text is always readable. */
export function slideIn(element: Element | null): void {
  playAnimation(element, { transform: ['translateY(0.75rem)', 'none'] });
}

export function fade(element: HTMLElement | null): () => void {
  const motion = playAnimation(element, { opacity: [1, 0.35] });
  return () => {
    motion?.cancel();
    element?.style.removeProperty('opacity');
  };
}

/** Animates the drawing of an SVG path with `pathLength` 1. */
export function draw(path: Element | null): void {
  playAnimation(path, { strokeDasharray: ['0 1', '1 1'] }, 0.5);
}

function playAnimation(element: Element | null, frames: Parameters<typeof animate>[1], duration = 0.22) {
  if (!move || !element || window.matchMedia('(prefers-reduced-motion: reduce)').matches) return undefined;
  return move(element, frames, { duration, ease: [0.2, 0.8, 0.2, 1] });
}
