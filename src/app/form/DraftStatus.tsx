import { Box } from '@chakra-ui/react/box';
import { useEffect, useRef, useSyncExternalStore } from 'react';
import type { Messages } from '../../messages/files';
import { useMessages } from '../../messages/useMessages';
import { formatMoment } from '../../model/format/dates';
import { fillText } from '../../model/messages/fillText';
import { InSaveStatusSlot } from '../shell/SaveStatusSlot';
import type { SaveMark } from '../ui/Accordion';
import { dismissErrors } from '../ui/Toaster';
import { useMedia } from '../ui/useMedia';
import type { DraftSaver, DraftState } from './draftSaver';

interface DraftStatusProps {
  saver: DraftSaver;
  /** If true, only problems are shown, because "Saved" beside a card form would look like a saved card. */
  isQuiet?: boolean;
}

export function DraftStatus({ saver, isQuiet = false }: DraftStatusProps) {
  const texts = useMessages('steps').draft;
  const state = useSyncExternalStore(saver.subscribe, saver.state);
  return (
    <InSaveStatusSlot>
      <Box as="p" role="status" data-state={state.kind} {...STYLE} color={COLORS[state.kind]}>
        {isQuiet && isFine(state) ? '' : describeState(state, texts)}
      </Box>
    </InSaveStatusSlot>
  );
}

/** Returns a short status for narrow screens, where the full status is far down the page. */
export function useSaveMark(saver: DraftSaver, isQuiet = false): SaveMark | undefined {
  const texts = useMessages('steps').draft;
  const state = useSyncExternalStore(saver.subscribe, saver.state);
  const { kind } = state;
  const isNarrow = !useMedia('(min-width: 1024px)');
  if (!isNarrow || kind === 'idle' || (isQuiet && isFine(state))) return undefined;
  if (kind === 'saving' || kind === 'saved') return { text: kind === 'saved' ? texts.mark : texts.saving };
  return { text: texts.refused, isError: true };
}

const isFine = ({ kind }: DraftState): boolean => kind === 'saving' || kind === 'saved';

/** Removes error messages once the browser is online, or once a retry has succeeded. */
export function useErrorsDismissed(saver: DraftSaver): void {
  const { kind } = useSyncExternalStore(saver.subscribe, saver.state);
  const wasRetrying = useRef(false);
  useEffect(() => {
    if (kind === 'saved' && wasRetrying.current) dismissErrors();
    if (kind !== 'saving') wasRetrying.current = kind === 'retrying' || kind === 'late';
  }, [kind]);
  useEffect(() => {
    window.addEventListener('online', dismissErrors);
    return () => window.removeEventListener('online', dismissErrors);
  }, []);
}

const STYLE = { fontSize: 'small', fontWeight: 'medium' } as const;

function describeState(state: DraftState, texts: Messages<'steps'>['draft']): string {
  if (state.kind === 'idle') return '';
  if (state.kind === 'saved') return fillText(texts.saved, { time: formatTime(state.at) });
  return texts[state.kind];
}

const COLORS = {
  idle: 'muted',
  saving: 'muted',
  saved: 'good',
  late: 'muted',
  retrying: 'error',
  refused: 'error',
} as const;

/** `2:02 PM`, without a line break. */
const formatTime = (at: string | Date) =>
  formatMoment(at, { timeStyle: 'short' }, document.documentElement.lang).replace(/\s/g, '\u00a0');
