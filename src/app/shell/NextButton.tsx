import { Box } from '@chakra-ui/react/box';
import { useId } from 'react';
import { useMessages } from '../../messages/useMessages';
import { Button } from '../ui/Button';
import { usePending } from '../ui/usePending';
import { NextArea } from './Frame';
import type { NextButtonMessages } from './stepActions';

const LOCK = 3_000;
const LOCK_AT_PAYMENT = 10_000;

interface NextButtonProps {
  /** If true, the button is labeled 'Submit' by default and stays locked longer (docs/spec/000.md, §9). */
  isLast: boolean;
  texts?: NextButtonMessages;
  onPress(): Promise<void>;
}

/** The button is locked after a click and while its action runs, but keeps the focus. */
export function NextButton({ isLast, texts = {}, onPress }: NextButtonProps) {
  const messages = useMessages('shell').next;
  const noteId = useId();
  const destinationId = useId();
  const { note, destination } = texts;
  const [isLocked, press] = usePending(async () => {
    await Promise.all([onPress(), wait(isLast ? LOCK_AT_PAYMENT : LOCK)]);
  });
  return (
    <NextArea>
      {note && (
        <Box id={noteId} marginBottom="3" color="muted">
          {note}
        </Box>
      )}
      <Button
        variant="primary"
        aria-disabled={isLocked}
        aria-describedby={note ? noteId : destination && destinationId}
        onClick={() => void press()}
      >
        {texts.atWork ?? texts.label ?? (isLast ? messages.submit : messages.next)}
      </Button>
      {destination && (
        <Box as="p" id={destinationId} {...DESTINATION}>
          {destination}
        </Box>
      )}
    </NextArea>
  );
}

const DESTINATION = {
  display: { md: 'inline-block' },
  marginTop: { base: '1', md: '0' },
  marginInlineStart: { md: '4' },
  color: 'muted',
  fontSize: 'small',
  textAlign: { base: 'center', md: 'start' },
  // Screen readers skip the arrow.
  css: { '&::before': { content: '"→ " / ""' } },
} as const;

function wait(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}
