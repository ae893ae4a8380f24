import { Box } from '@chakra-ui/react/box';
import { useMessages } from '../../src/messages/useMessages';
import type { ValidationMessage } from '../../src/model/income/checks/documentChecks';
import { type FileOutcome, hasAny, outcomeOf } from '../../src/model/income/checks/notes';

export type CheckStatus = FileOutcome | 'good' | 'reading';

/** Returns a file's overall result, or that it's being read. Undefined without checks. */
export function findCheckStatus(found: readonly ValidationMessage[], isReading: boolean): CheckStatus | undefined {
  const open = found.filter(({ outcome }) => outcome !== 'passed');
  if (hasAny(open)) return outcomeOf(open);
  if (found.length > 0) return 'good';
  return isReading ? 'reading' : undefined;
}

export function CheckStatusChip({ verdict }: { verdict: CheckStatus }) {
  const messages = useMessages('document-checks');
  const tone = TONES[verdict];
  return (
    <Box as="span" {...CHIP} {...LOOKS[tone]} data-verdict={verdict}>
      {messages[verdict]}
    </Box>
  );
}

type Tone = 'good' | 'open' | 'quiet';

const TONES: Record<CheckStatus, Tone> = {
  good: 'good',
  confirmed: 'good',
  answered: 'good',
  failed: 'open',
  confirm: 'open',
  inconclusive: 'quiet',
  reading: 'quiet',
};

const CHIP = {
  paddingInline: '2',
  paddingBlock: '0.125rem',
  borderRadius: 'control',
  fontSize: 'small',
  fontWeight: 'medium',
  lineHeight: 'snug',
} as const;

const LOOKS = {
  good: { color: 'good', bg: 'goodSurface', _before: { content: '"✓ " / ""' } },
  open: { bg: 'color-mix(in srgb, {colors.fair} 22%, {colors.paper})' },
  quiet: { color: 'muted', bg: 'surface' },
} as const;
