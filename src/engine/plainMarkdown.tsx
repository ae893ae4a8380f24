import type { ReactNode } from 'react';

/** Renders text unchanged. Replaces `markdown-to-jsx`, because our texts have no Markdown (docs/decisions/016). */
export function Markdown({ children }: { children?: ReactNode }) {
  return <>{children}</>;
}
