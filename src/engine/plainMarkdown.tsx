import type { ReactNode } from 'react';

/**
 * Stands in for `markdown-to-jsx`, which RJSF takes for texts in schemas: ours are plain, and the parser weighs 31 kB (see
 * vite.config.ts).
 */
export function Markdown({ children }: { children?: ReactNode }) {
  return <>{children}</>;
}
