import { Box, type BoxProps } from '@chakra-ui/react/box';

export function Prose(props: BoxProps) {
  return <Box css={PROSE} {...props} />;
}

const PROSE = {
  '& > * + *': { marginTop: '4' },
  '& :is(ul, ol)': { paddingInlineStart: '5', listStyle: 'revert' },
  '& li + li': { marginTop: '2' },
  '& :is(h3, h4)': { marginBottom: '0', fontWeight: 'bold' },
  '& > :is(h3, h4):not(:first-child)': { marginTop: '5' },
} as const;
