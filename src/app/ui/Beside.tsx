import { Box } from '@chakra-ui/react/box';
import type { ReactNode } from 'react';

/** Draws an `.rp-beside` next to its children where there's room for two columns, and hides it elsewhere. */
export function Beside({ beside, children }: { beside: ReactNode; children: ReactNode }) {
  return (
    <Box {...COLUMNS}>
      <Box minWidth="0">{children}</Box>
      {beside}
    </Box>
  );
}

const COLUMNS = {
  css: {
    '& > .rp-beside': { display: 'none' },
    '@media (min-width: 1200px)': {
      display: 'grid',
      gridTemplateColumns: 'minmax(0, 1fr) 16rem',
      gap: '6',
      '& > .rp-beside': { display: 'block' },
    },
  },
} as const;
