import { Box } from '@chakra-ui/react/box';
import { pickError, type SummaryError } from '../../engine/ErrorSummary';
import { useMessages } from '../../messages/useMessages';
import { fillText } from '../../model/messages/fillText';
import { Banner } from '../ui/Banner';

/**
 * Links to the first error and counts the others (docs/spec/001.md, 002-income.md). Silent, because the error summary
 * takes the focus and describes the errors.
 */
export function RequiredBanner({ errors: [first, ...others] }: { errors: readonly SummaryError[] }) {
  const messages = useMessages('steps').banner;
  if (!first) return null;
  return (
    <Box marginTop="4">
      <Banner kind="error" isSilent>
        <p>
          <a href={`#${first.id}`} onClick={(event) => pickError(event, first)}>
            {messages.answer}
          </a>
          {`: ${first.field}`}
          {others.length > 0 && ` ${fillText(messages.more, { n: others.length })}`}
        </p>
      </Banner>
    </Box>
  );
}
