import { Box } from '@chakra-ui/react/box';
import type { ReactNode } from 'react';

interface SideBoxProps {
  titleId: string;
  title: string;
  children: ReactNode;
}

export function SideBox({ titleId, title, children }: SideBoxProps) {
  return (
    <Box as="aside" aria-labelledby={titleId} {...BOX}>
      <h2 id={titleId}>{title}</h2>
      {children}
    </Box>
  );
}

const BOX = {
  className: 'rp-beside',
  position: 'sticky',
  top: '6',
  alignSelf: 'start',
  padding: '5',
  border: '1px solid {colors.hair}',
  borderRadius: 'card',
  css: { '& > h2': { margin: '0 0 {spacing.2}', fontSize: 'title3' } },
} as const;
