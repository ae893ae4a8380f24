import { Box, type BoxProps } from '@chakra-ui/react/box';
import { Grid } from '@chakra-ui/react/grid';
import { type ReactNode, useState } from 'react';
import { useMessages } from '../../messages/useMessages';
import { fillText } from '../../model/messages/fillText';
import { documentType, findBack } from '../../model/section/documentTypes';
import { Button } from '../ui/Button';
import { CARD_ASPECT } from './useCamera';

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
  aspectRatio: CARD_ASPECT,
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

export function DocumentSide({ type, side }: { type: number; side: 'front' | 'back' }) {
  const messages = useMessages('scan');
  const name = documentType(type)?.title ?? '';
  const hasBack = findBack(type) !== undefined;
  return (
    <Box as="p" marginBottom="1" color="muted" fontSize="small">
      {hasBack ? fillText(messages.sides[side], { document: name }) : name}
    </Box>
  );
}

export function Note({ children }: { children: ReactNode }) {
  return (
    <Box as="p" color="muted" marginTop="3">
      {children}
    </Box>
  );
}

export function Outline({ isBack }: { isBack: boolean }) {
  return (
    <Box
      asChild
      width="100%"
      marginTop="4"
      border="2px dashed"
      borderColor="edge"
      borderRadius="card"
      bg="surface"
      stroke="edge"
      {...DRAWN}
    >
      <svg viewBox="0 0 317 200" aria-hidden="true">
        <rect x="34" y="30" width="249" height="140" rx="12" />
        <path d={isBack ? BACK : FRONT} />
        {!isBack && <circle cx="89" cy="88" r="15" />}
      </svg>
    </Box>
  );
}

const FRONT = 'M58 142c0-19 14-30 31-30s31 11 31 30M148 76h104M148 100h104M148 124h62';
const BACK =
  'M58 60h202M58 80h120M62 112v34M72 112v34M84 112v34M92 112v34M106 112v34M118 112v34M126 112v34M140 112v34M150 112v34M164 112v34M172 112v34M186 112v34M196 112v34M208 112v34M222 112v34M230 112v34M244 112v34M256 112v34';

export const DRAWN = { fill: 'none', strokeWidth: '3px', strokeLinecap: 'round', strokeLinejoin: 'round' } as const;

export function TorchButton({ track }: { track: MediaStreamTrack | undefined }) {
  const messages = useMessages('scan').camera;
  const [isOn, setOn] = useState(false);
  if (!track || !hasTorch(track)) return null;
  const toggle = async () => {
    // Another app may be using the light.
    await setTorch(track, !isOn).then(
      () => setOn(!isOn),
      () => undefined,
    );
  };
  return (
    <Button aria-pressed={isOn} onClick={toggle}>
      {isOn ? messages.torchOff : messages.torchOn}
    </Button>
  );
}

/** TypeScript's DOM types lack `torch`. */
type WithTorch<T> = T & { torch?: boolean };

function hasTorch(track: MediaStreamTrack): boolean {
  const capabilities: WithTorch<MediaTrackCapabilities> = track.getCapabilities?.() ?? {};
  return capabilities.torch === true;
}

function setTorch(track: MediaStreamTrack, torch: boolean): Promise<void> {
  const constraint: WithTorch<MediaTrackConstraintSet> = { torch };
  return track.applyConstraints({ advanced: [constraint] });
}
