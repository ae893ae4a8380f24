import type { ReactNode } from 'react';

/** Renders text unchanged. Replaces RJSF's `markdown-to-jsx` (31 kB), because our texts have no Markdown. */
export function Markdown({ children }: { children?: ReactNode }) {
  return <>{children}</>;
}
