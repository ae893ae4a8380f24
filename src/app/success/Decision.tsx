import { Box } from '@chakra-ui/react/box';
import { chakra } from '@chakra-ui/react/styled-system';
import type { ReviewState } from '../../contract/success';
import { useMessages } from '../../messages/useMessages';
import { formatMoment } from '../../model/format/dates';
import { preventBreaks } from '../ui/preventBreaks';

export function Decision({ review: { conditions, letter } }: { review: ReviewState }) {
  const messages = useMessages('success').review;
  return (
    <>
      {conditions && (
        <LetterText id="conditions" title={messages.conditions}>
          {conditions}
        </LetterText>
      )}
      {letter && (
        <LetterText id="letter" title={messages.letter}>
          {letter}
        </LetterText>
      )}
    </>
  );
}

function LetterText({ id, title, children }: { id: string; title: string; children: string }) {
  return (
    <chakra.section aria-labelledby={id} {...LETTER}>
      <h2 id={id}>{title}</h2>
      <Box as="p" whiteSpace="pre-wrap" overflowWrap="break-word">
        {preventBreaks(children)}
      </Box>
    </chakra.section>
  );
}

export function PastDecisions({ review: { timeline, conditions, letter } }: { review: ReviewState }) {
  const messages = useMessages('success').review;
  const past = timeline.filter(
    (entry) =>
      (entry.letter && entry.letter !== letter) || (entry.kind === 'act' && entry.text && entry.text !== conditions),
  );
  if (past.length === 0) return null;
  return (
    <details>
      <summary>{messages.past}</summary>
      {past.map((entry) => (
        <section key={entry.at}>
          <h3>
            {entry.title}, {formatMoment(entry.at, { dateStyle: 'medium' }, document.documentElement.lang)}
          </h3>
          <Box as="p" whiteSpace="pre-wrap" overflowWrap="break-word">
            {[entry.text, entry.letter].filter(Boolean).join('\n\n')}
          </Box>
        </section>
      ))}
    </details>
  );
}

const LETTER = {
  padding: { base: '4', md: '5' },
  marginBottom: '5',
  border: '1px solid {colors.hair}',
  borderRadius: 'card',
} as const;

export function RevealHistory({ review: { timeline } }: { review: ReviewState }) {
  const messages = useMessages('success').review;
  const reveals = timeline.filter(({ kind }) => kind === 'revealed');
  if (reveals.length === 0) return null;
  return (
    <details>
      <summary>{messages.looked}</summary>
      <ul>
        {reveals.map((entry) => (
          <li key={entry.at}>
            {entry.title},{' '}
            {formatMoment(entry.at, { dateStyle: 'medium', timeStyle: 'short' }, document.documentElement.lang)}
          </li>
        ))}
      </ul>
    </details>
  );
}
