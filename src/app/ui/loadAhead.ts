/** After the page's own fields and their answers. */
const LATER = 4_000;

/** Fetches what is likely to be wanted next once the page rests; what cannot be had now is fetched when it is opened. */
export function loadAhead(load: () => Promise<unknown>): void {
  if (!('requestIdleCallback' in window)) return;
  setTimeout(() => window.requestIdleCallback(() => void load().catch(() => undefined)), LATER);
}
