import { lazy, Suspense } from 'react';
import type { DialogProps } from './DialogBox';

/** A modal dialog: it holds the focus, closes with Escape and gives the focus back. Shown while mounted. */
export function Dialog(props: DialogProps) {
  return (
    <Suspense>
      <DialogBox {...props} />
    </Suspense>
  );
}

const DialogBox = lazy(loadDialog);

/** Fetches what draws dialogs, ahead of the first. */
export async function loadDialog() {
  return { default: (await import('./DialogBox')).DialogBox };
}
