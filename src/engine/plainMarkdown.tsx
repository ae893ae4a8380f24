import type { ReactNode } from 'react';

/** Replaces RJSF's `markdown-to-jsx` (31 kB), since our texts are plain. */
export function Markdown({ children }: { children?: ReactNode }) {
  return <>{children}</>;
}
