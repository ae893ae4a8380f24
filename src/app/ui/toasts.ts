import { createQueue } from './createQueue';

export type ToastKind = 'success' | 'error' | 'info';

export interface Toast {
  kind: ToastKind;
  text: string;
  /** The text is the server's and may carry plain formatting. */
  isFormatted?: boolean;
}

export const toasts = createQueue<Toast>();

const SHOWN_FOR = 8_000;

/** Shows a short message at the edge of the page; it takes the place of the last one. An error stays until it is closed, the others leave by themselves. */
export function toast(kind: ToastKind, text: string, isFormatted = false): void {
  for (const old of toasts.items()) if (old.text === text || old.kind !== 'error') toasts.remove(old);
  const shown: Toast = { kind, text, isFormatted: isFormatted && /[<&]/.test(text) };
  toasts.add(shown);
  if (kind !== 'error') setTimeout(() => toasts.remove(shown), SHOWN_FOR);
}

/** Takes all messages away: what they spoke of has passed. */
export function dismissToasts(): void {
  for (const shown of toasts.items()) toasts.remove(shown);
}
