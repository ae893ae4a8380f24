import { Box } from '@chakra-ui/react/box';
import { useMessages } from '../../src/messages/useMessages';
import type { CheckStatus } from '../../src/model/income/checks/fileStatus';

export function CheckStatusChip({ verdict }: { verdict: CheckStatus }) {
  const messages = useMessages('document-checks');
  return (
    <Box as="span" {...CHIP} data-verdict={verdict}>
      {messages[verdict]}
    </Box>
  );
}

/** A symbol that is hidden from screen readers. */
const sign = (text: string) => ({ _before: { content: `"${text} " / ""` } });

const LOOKS = {
  '&[data-verdict=good]': { color: 'good', bg: 'goodSurface', ...sign('✓') },
  '&[data-verdict=answered]': { color: 'ink', bg: 'paper', borderColor: 'edge', ...sign('“') },
  '&[data-verdict=failed]': { color: 'error', bg: 'errorSurface', borderColor: 'error', ...sign('\\21 ') },
  '&[data-verdict=confirm]': {
    color: 'ink',
    bg: 'color-mix(in srgb, {colors.fair} 22%, {colors.paper})',
    ...sign('?'),
  },
  '&[data-verdict=inconclusive]': { color: 'muted', bg: 'surface', ...sign('–') },
  '&[data-verdict=unneeded]': { color: 'ink', bg: 'paper', borderColor: 'edge', ...sign('–') },
  '&[data-verdict=received]': { color: 'ink', bg: 'paper', borderColor: 'hair' },
  '&[data-verdict=unread]': { color: 'ink', bg: 'paper', borderColor: 'edge', ...sign('?') },
  '&[data-verdict=reading]': { color: 'muted', bg: 'surface', borderColor: 'hair', ...sign('…') },
} as const;

const CHIP = {
  paddingInline: '2',
  paddingBlock: '0.0625rem',
  border: '1px solid transparent',
  borderRadius: 'control',
  fontSize: 'small',
  fontWeight: 'medium',
  lineHeight: 'snug',
  css: LOOKS,
} as const;
