import { Box } from '@chakra-ui/react/box';
import { Flex } from '@chakra-ui/react/flex';
import { createContext, type ReactNode, useContext, useEffect, useId, useReducer, useRef } from 'react';
import { useMessages } from '../../messages/useMessages';
import { Button } from '../ui/Button';
import { ToastSlot } from '../ui/ToastSlot';
import { NextArea } from './Frame';
import type { NextButtonMessages } from './stepActions';

interface NextState {
  /** If true, the button is labeled 'Submit' by default. */
  isLast: boolean;
  texts: NextButtonMessages;
  isLocked: boolean;
  press(): Promise<void>;
}

/** Undefined until the page has registered its action. */
export const NextContext = createContext<NextState | undefined>(undefined);

interface NextRowProps {
  /** The section's "Next Tab", if it has one. */
  nextTab?: ReactNode;
  /** The save status. */
  children?: ReactNode;
}

/** Shows toasts and the shell's Next button. Pages place it below the open section (docs/decisions/123). */
export function NextRow({ nextTab, children }: NextRowProps) {
  const next = useContext(NextContext);
  return (
    <>
      <ToastSlot />
      <div className="rp-frame__next">
        {next && <NextButton {...next} nextTab={nextTab} />}
        {children && <div className="rp-frame__saved">{children}</div>}
      </div>
    </>
  );
}

function NextButton({ isLast, texts, isLocked, press, nextTab }: NextState & Pick<NextRowProps, 'nextTab'>) {
  const messages = useMessages('shell').next;
  const noteId = useId();
  const destinationId = useId();
  const { note, destination } = texts;
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
      <Flex {...AFTER_BUTTON}>
        {destination && (
          <Box as="p" id={destinationId} css={ARROW}>
            {destination}
          </Box>
        )}
        {nextTab}
      </Flex>
    </NextArea>
  );
}

const AFTER_BUTTON = {
  display: { base: 'flex', md: 'inline-flex' },
  wrap: 'wrap',
  align: 'center',
  columnGap: '5',
  marginTop: { base: '1', md: '0' },
  marginInlineStart: { md: '4' },
  color: 'muted',
  fontSize: 'small',
  // On phones, a single child is centered below the button.
  css: { mdDown: { justifyContent: 'space-between', '& > :only-child': { marginInline: 'auto' } } },
} as const;
// Screen readers skip the arrow.
const ARROW = { '&::before': { content: '"→ " / ""' } } as const;

const LOCK = 3_000;
const LOCK_AT_PAYMENT = 10_000;

/**
 * Runs `action` for a button, and locks the button while `action` runs and for some seconds after the click
 * (docs/spec/000.md, §9). A new screen starts unlocked, so that the Pay button's lock doesn't block other screens.
 *
 * @param screen Identifies the screen.
 */
export function useNextLock(screen: string, isLast: boolean, action: () => Promise<void>) {
  const lock = useRef<{ screen: string }>(undefined);
  const [, render] = useReducer((count: number) => count + 1, 0);
  const unlock = () => {
    lock.current = undefined;
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: leaving a screen removes its lock.
  useEffect(() => unlock, [screen]);
  const press = async () => {
    if (lock.current) return;
    const own = { screen };
    lock.current = own;
    render();
    try {
      await Promise.all([action(), wait(isLast ? LOCK_AT_PAYMENT : LOCK)]);
    } finally {
      if (lock.current === own) unlock();
      render();
    }
  };
  return { isLocked: lock.current?.screen === screen, press };
}

function wait(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}
