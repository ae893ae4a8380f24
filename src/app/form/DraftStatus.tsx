import { useSyncExternalStore } from 'react';
import texts from '../../../schemas/texts/steps.json';
import { fillText } from '../../model/fillText';
import { formatMoment } from '../../model/format';
import type { DraftSaver, DraftState } from './draftSaver';

/** 'Saving', 'Saved 14:02' or 'Not saved, retrying', said politely. */
export function DraftStatus({ saver }: { saver: DraftSaver }) {
  const state = useSyncExternalStore(saver.subscribe, saver.state);
  return (
    <p className="ap-draft" role="status" data-state={state.kind}>
      {textOf(state)}
    </p>
  );
}

function textOf(state: DraftState): string {
  if (state.kind === 'idle') return '';
  if (state.kind === 'saved') return fillText(texts.draft.saved, { time: formatMoment(state.at, CLOCK) });
  return texts.draft[state.kind];
}

const CLOCK = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const;
