import { Box } from '@chakra-ui/react/box';
import { type ReactNode, useId } from 'react';
import { LineIcon } from '../ui/LineIcon';

interface TaskProps {
  title: string;
  isDone: boolean;
  children: ReactNode;
}

/** A task for the applicant, or its result. */
export function Task({ title, isDone, children }: TaskProps) {
  const heading = useId();
  return (
    <Box as="section" aria-labelledby={heading} data-done={isDone ? '' : undefined} {...CARD}>
      <h3 id={heading}>
        {isDone && <LineIcon path="M5 12l5 5 9-11" />}
        {title}
      </h3>
      {children}
    </Box>
  );
}

const CARD = {
  padding: { base: '4', md: '5' },
  marginBottom: '4',
  border: '1px solid {colors.hair}',
  borderInlineStart: '4px solid {colors.accentText}',
  borderRadius: 'card',
  css: {
    '& h3': { display: 'flex', gap: '2', margin: '0 0 {spacing.2}', fontSize: 'title3', lineHeight: 'snug' },
    '& h3 svg': { flex: 'none', color: 'good' },
    '& > .rp-button': { marginTop: '3' },
    '&[data-done]': {
      display: 'flex',
      flexWrap: 'wrap',
      alignItems: 'center',
      justifyContent: 'space-between',
      gap: '{spacing.2} {spacing.4}',
      borderInlineStart: '4px solid {colors.good}',
    },
    '&[data-done] > *': { marginBlock: '0' },
  },
} as const;
