import { Box } from '@chakra-ui/react/box';
import type { SummaryError } from '../../engine/ErrorSummary';
import { useMessages } from '../../messages/useMessages';
import { fillText } from '../../model/messages/fillText';
import { Banner } from '../ui/Banner';

/** Names the first error and counts the others (docs/spec/001.md, 002-income.md). */
export function RequiredBanner({ errors: [first, ...others] }: { errors: readonly SummaryError[] }) {
  const messages = useMessages('steps').banner;
  if (!first) return null;
  const field = first.field ?? first.label;
  return (
    <Box marginTop="4">
      <Banner kind="error" title={messages.answer}>
        <p>{others.length > 0 ? fillText(messages.more, { field, n: others.length }) : field}</p>
      </Banner>
    </Box>
  );
}
