import { Box } from '@chakra-ui/react/box';
import { Center } from '@chakra-ui/react/center';
import { Skeleton as Shape } from '@chakra-ui/react/skeleton';
import { Spinner } from '@chakra-ui/react/spinner';
import { useLayoutEffect } from 'react';
import { useMessages } from '../../messages/useMessages';

interface SkeletonProps {
  fields?: number;
  lines?: number;
  /** `open` is the index of the panel with the questions. */
  panels?: { count: number; open: number };
  /** Hides the rest of the page while the skeleton is shown, so that nothing below it moves. */
  holdsRest?: boolean;
}

export function Skeleton({ fields = 0, lines = 0, panels, holdsRest = false }: SkeletonProps) {
  const messages = useMessages('shell').loader;
  useHiddenRest(holdsRest);
  return (
    <Box className="ap-skeleton" display="flow-root" role="status" data-holds={holdsRest ? '' : undefined}>
      <span className="rp-unseen">{messages.text}</span>
      <Lines count={lines} />
      {panels ? (
        Array.from({ length: panels.count }, (_, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: panels keep their places.
          <Box key={index} aria-hidden="true" {...PANEL}>
            <Shape height="1.75rem" width="12rem" maxWidth="70%" marginBlock="4" />
            {index === panels.open && <Fields count={fields} />}
          </Box>
        ))
      ) : (
        <Fields count={fields} />
      )}
    </Box>
  );
}

let holding = 0;

function useHiddenRest(isHeld: boolean): void {
  useLayoutEffect(() => {
    if (!isHeld) return undefined;
    const { documentElement: root } = document;
    root.toggleAttribute('data-holding', ++holding > 0);
    return () => {
      root.toggleAttribute('data-holding', --holding > 0);
    };
  }, [isHeld]);
}

/** Same dimensions as `Accordion`. */
const PANEL = {
  display: 'flow-root',
  paddingInline: { base: '4', md: '5' },
  marginBottom: '4',
  border: '1px solid',
  borderColor: 'hair',
  borderRadius: 'card',
} as const;

function Lines({ count }: { count: number }) {
  return Array.from({ length: count }, (_, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: lines keep their places.
    <Shape key={index} aria-hidden="true" height="1.25rem" width={index % 2 ? '100%' : '70%'} marginBottom="3" />
  ));
}

function Fields({ count }: { count: number }) {
  return Array.from({ length: count }, (_, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the shapes are all alike.
    <Box key={index} aria-hidden="true" marginBottom="5">
      <Shape height="1.25rem" width="9rem" marginBottom="0.625rem" />
      <Shape height="3.125rem" />
    </Box>
  ));
}

export function Loader({ text }: { text?: string }) {
  const messages = useMessages('shell').loader;
  return (
    <Center role="status" gap="3" minHeight="12rem" color="muted">
      <Spinner aria-hidden="true" />
      {text ?? messages.text}
    </Center>
  );
}
