import { Box } from '@chakra-ui/react/box';
import { type ReactNode, useId } from 'react';
import { LineIcon } from '../ui/LineIcon';

interface TaskProps {
  step?: string;
  count?: string;
  title: string;
  isDone: boolean;
  children: ReactNode;
}

export function Task({ step, count, title, isDone, children }: TaskProps) {
  const heading = useId();
  return (
    <Box as="section" aria-labelledby={heading} {...(isDone ? LINE : CARD)}>
      {step && (
        <Box as="p" color="muted" fontSize="small">
          <span>{step}</span>
          {count && ` · ${count}`}
        </Box>
      )}
      <h2 id={heading}>
        {isDone && <LineIcon path="M5 12l5 5 9-11" />}
        {title}
      </h2>
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
    '& h2': { margin: '0 0 {spacing.2}', fontSize: 'title3', lineHeight: 'snug' },
    '& > p + p': { marginTop: '2' },
    '& > .rp-button': { marginTop: '3' },
  },
} as const;

const LINE = {
  'data-done': '',
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  justifyContent: 'space-between',
  gap: '{spacing.1} {spacing.4}',
  marginBottom: '4',
  paddingBlock: '2',
  borderBlock: '1px solid {colors.hair}',
  css: {
    '& h2': {
      display: 'flex',
      gap: '2',
      margin: '0',
      fontSize: 'body',
      fontWeight: 'medium',
      lineHeight: 'snug',
      letterSpacing: 'normal',
    },
    '& h2 svg': { flex: 'none', color: 'good' },
    '& > .rp-button': { marginInlineStart: '-0.25rem' },
    '& + [data-done]': { marginTop: '-4', borderTop: '0' },
  },
} as const;
