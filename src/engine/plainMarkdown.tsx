import type { ReactNode } from 'react';

/** Renders text in place of RJSF's `markdown-to-jsx` (31 kB), since our texts have no Markdown. */
export function Markdown({ children }: { children?: ReactNode }) {
  return <>{children}</>;
}
