import { Box } from '@chakra-ui/react/box';
import { useSyncExternalStore } from 'react';
import texts from '../../../schemas/texts/steps.json';
import { fillText } from '../../model/fillText';
import { formatMoment } from '../../model/format';
import type { DraftSaver, DraftState } from './draftSaver';

/** 'Saving', 'Saved 14:02' or 'Not saved, retrying', said politely. */
export function DraftStatus({ saver }: { saver: DraftSaver }) {
  const state = useSyncExternalStore(saver.subscribe, saver.state);
  return (
    <Box as="p" role="status" data-state={state.kind} {...PLACE} color={state.kind === 'retrying' ? 'error' : 'muted'}>
      {textOf(state)}
    </Box>
  );
}

/** In sight wherever one is typing, over the foot of the window until its own place is reached. */
const PLACE = {
  position: 'sticky',
  bottom: '2',
  zIndex: '5',
  width: 'fit-content',
  minHeight: '1.55em',
  paddingInline: '3',
  marginInlineStart: '-0.75rem',
  borderRadius: 'control',
  bg: 'paper',
  fontSize: 'small',
  // With nothing to say it would hide what lies under it.
  _empty: { bg: 'transparent' },
} as const;

function textOf(state: DraftState): string {
  if (state.kind === 'idle') return '';
  if (state.kind === 'saved') return fillText(texts.draft.saved, { time: formatMoment(state.at, CLOCK) });
  return texts.draft[state.kind];
}

const CLOCK = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const;
