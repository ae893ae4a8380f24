import { Box, type BoxProps } from '@chakra-ui/react/box';
import { Grid } from '@chakra-ui/react/grid';
import { type ReactNode, useState } from 'react';
import texts from '../../../schemas/texts/scan.json';
import { Button } from '../ui/Button';

/** The shape of a card in the hand. */
const CARD = 1.586;

/** What can be done next, one wide button below the other. */
export function Actions({ children, ...rest }: BoxProps) {
  return (
    <Grid gap="3" marginTop="5" css={WIDE_BUTTONS} {...rest}>
      {children}
    </Grid>
  );
}

const WIDE_BUTTONS = {
  '&[hidden]': { display: 'none' },
  '& .rp-button': { width: '100%', minHeight: '3.5rem' },
  '& label:focus-within': { outline: '3px solid {colors.focus}', outlineOffset: '2px' },
} as const;

interface ViewfinderProps {
  kind: 'barcode' | 'card';
  state: string;
  isOff: boolean;
  children: ReactNode;
}

/** The camera's picture, with what is to be held in the frame. */
export function Viewfinder({ kind, state, isOff, children }: ViewfinderProps) {
  return (
    <Box data-kind={kind} data-state={state} hidden={isOff} css={VIEW}>
      {children}
      <Box as="span" aria-hidden="true" {...FRAME} {...FRAMES[kind]} />
    </Box>
  );
}

const VIEW = {
  position: 'relative',
  overflow: 'hidden',
  aspectRatio: CARD,
  marginBlock: '4',
  borderRadius: 'card',
  bg: 'ink',
  '&[hidden]': { display: 'none' },
  '& :is(video, div)': { display: 'block', width: '100%', height: '100%', objectFit: 'cover' },
} as const;

const FRAME = {
  position: 'absolute',
  border: '3px solid white',
  boxShadow: '0 0 0 100rem rgb(15 23 33 / 0.45)',
} as const;

const FRAMES = {
  barcode: { inset: '25% 5% 35% 5%', borderRadius: 'control' },
  card: { inset: '5%', borderRadius: 'card' },
} as const;

/** What is to be known, and is no task. */
export function Note({ children }: { children: ReactNode }) {
  return (
    <Box as="p" color="muted" marginTop="3">
      {children}
    </Box>
  );
}

/** Where the picture will be, before there is one. */
export function Outline() {
  return (
    <Box
      aria-hidden="true"
      aspectRatio={CARD}
      marginTop="4"
      border="2px dashed"
      borderColor="edge"
      borderRadius="card"
      bg="surface"
    />
  );
}

/** As a tick and a sign are drawn: by a line of this colour. */
export const DRAWN = { fill: 'none', strokeWidth: '3px', strokeLinecap: 'round', strokeLinejoin: 'round' } as const;

/** Switches the camera's lamp; nothing where there is none. */
export function TorchButton({ track }: { track: MediaStreamTrack | undefined }) {
  const [isOn, setOn] = useState(false);
  if (!track || !hasTorch(track)) return null;
  const toggle = async () => {
    // The lamp may be in use elsewhere; then it stays as it is.
    await setTorch(track, !isOn).then(
      () => setOn(!isOn),
      () => undefined,
    );
  };
  return (
    <Button aria-pressed={isOn} onClick={toggle}>
      {isOn ? texts.camera.torchOff : texts.camera.torchOn}
    </Button>
  );
}

/** TypeScript's DOM does not know the lamp yet. */
type WithTorch<T> = T & { torch?: boolean };

function hasTorch(track: MediaStreamTrack): boolean {
  const capabilities: WithTorch<MediaTrackCapabilities> = track.getCapabilities?.() ?? {};
  return capabilities.torch === true;
}

function setTorch(track: MediaStreamTrack, torch: boolean): Promise<void> {
  const wish: WithTorch<MediaTrackConstraintSet> = { torch };
  return track.applyConstraints({ advanced: [wish] });
}
