import { Box } from '@chakra-ui/react/box';
import type { ReactNode } from 'react';

export function RecordPart({ id, title, children }: { id: string; title: string; children: ReactNode }) {
  return (
    <Box as="section" aria-labelledby={id} marginBottom="6">
      <h2 id={id}>{title}</h2>
      {children}
    </Box>
  );
}

export function FileList({ children }: { children: ReactNode }) {
  return (
    <Box as="ul" marginBlock="{spacing.2} {spacing.5}" paddingInlineStart="5" overflowWrap="anywhere">
      {children}
    </Box>
  );
}
