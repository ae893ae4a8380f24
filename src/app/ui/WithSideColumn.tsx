import { Box } from '@chakra-ui/react/box';
import type { ReactNode } from 'react';

interface BesideProps {
  beside: ReactNode;
  width?: string;
  children: ReactNode;
}

/**
 * Shows `beside` next to the children on wide screens, and hides it on others. `beside` must be an `.rp-beside`
 * element.
 */
export function WithSideColumn({ beside, width = '16rem', children }: BesideProps) {
  return (
    <Box css={COLUMNS} gridTemplateColumns={`minmax(0, 1fr) ${width}`}>
      <Box minWidth="0">{children}</Box>
      {beside}
    </Box>
  );
}

export const HAS_SIDE_COLUMN = '(min-width: 1200px)';

const COLUMNS = {
  '& > .rp-beside': { display: 'none' },
  [`@media ${HAS_SIDE_COLUMN}`]: { display: 'grid', gap: '6', '& > .rp-beside': { display: 'block' } },
} as const;
