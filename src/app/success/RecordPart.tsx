import { Box } from '@chakra-ui/react/box';
import type { ReactNode } from 'react';

interface RecordPartProps {
  id: string;
  title: string;
  children: ReactNode;
}

/** One part of the record of what was signed, under its heading. */
export function RecordPart({ id, title, children }: RecordPartProps) {
  return (
    <Box as="section" aria-labelledby={id} marginBottom="6">
      <h2 id={id}>{title}</h2>
      {children}
    </Box>
  );
}

/** A plain list of files. */
export function FileList({ children }: { children: ReactNode }) {
  return (
    <Box as="ul" marginBlock="{spacing.2} {spacing.5}" paddingInlineStart="5" overflowWrap="anywhere">
      {children}
    </Box>
  );
}
