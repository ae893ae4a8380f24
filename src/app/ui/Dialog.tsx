import { lazy, Suspense } from 'react';
import type { DialogProps } from './DialogBox';

/** A modal dialog, open while mounted. Traps and returns the focus. */
export function Dialog(props: DialogProps) {
  return (
    <Suspense>
      <DialogBox {...props} />
    </Suspense>
  );
}

const DialogBox = lazy(loadDialog);

export async function loadDialog() {
  return { default: (await import('./DialogBox')).DialogBox };
}
