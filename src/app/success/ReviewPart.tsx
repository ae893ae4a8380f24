import { Box } from '@chakra-ui/react/box';
import { useState } from 'react';
import texts from '../../../schemas/texts/success.json';
import type { ReviewState } from '../../contract/success';
import { fillText } from '../../model/fillText';
import { formatMoment } from '../../model/format';
import { firstStatus } from '../../model/office';
import { Banner } from '../ui/Banner';
import { Button } from '../ui/Button';
import { DocumentDialog } from './documents/DocumentDialog';
import { FileList } from './RecordPart';

const said = texts.review;

interface ReviewPartProps {
  review: ReviewState;
  number: string;
  trnId: string;
  onChanged(): void;
}

/** What the landlord's office has done: the status in words, documents to upload, conditions, a letter, and who looked at what is hidden. */
export function ReviewPart({ review, number, trnId, onChanged }: ReviewPartProps) {
  const { status, title, text, conditions, letter, requests, timeline } = review;
  const looked = timeline.filter(({ kind }) => kind === 'revealed');
  if (status === firstStatus && looked.length === 0) return null;
  return (
    <section aria-labelledby="review">
      <h2 id="review">{said.title}</h2>
      {status !== firstStatus && (
        <Banner kind={status === 'documentsNeeded' ? 'warning' : 'info'} title={title}>
          <p>{text}</p>
        </Banner>
      )}
      {status === 'documentsNeeded' && (
        <RequestList requests={requests} number={number} trnId={trnId} onChanged={onChanged} />
      )}
      {conditions && (
        <>
          <h3>{said.conditions}</h3>
          <p>{conditions}</p>
        </>
      )}
      {letter && (
        <details>
          <summary>{said.letter}</summary>
          <Box as="p" whiteSpace="pre-wrap">
            {letter}
          </Box>
        </details>
      )}
      {looked.length > 0 && (
        <details>
          <summary>{said.looked}</summary>
          <ul>
            {looked.map((entry) => (
              <li key={entry.at}>
                {entry.title},{' '}
                {formatMoment(entry.at, { dateStyle: 'medium', timeStyle: 'short' }, document.documentElement.lang)}
              </li>
            ))}
          </ul>
        </details>
      )}
    </section>
  );
}

/** Each document that is asked for, by name, with the button to upload it. */
function RequestList({
  requests,
  number,
  trnId,
  onChanged,
}: Omit<ReviewPartProps, 'review'> & Pick<ReviewState, 'requests'>) {
  const [isOpen, setOpen] = useState(false);
  const close = () => {
    setOpen(false);
    onChanged();
  };
  return (
    <>
      <h3>{said.needed}</h3>
      <FileList>
        {requests.map((request) => {
          const title = [request.title, request.source].filter(Boolean).join(', ');
          return (
            <li key={request.id}>
              {request.text && <p>{request.text}</p>}
              {request.done ? (
                fillText(said.came, { title })
              ) : (
                <Button onClick={() => setOpen(true)}>{fillText(said.upload, { title })}</Button>
              )}
            </li>
          );
        })}
      </FileList>
      {isOpen && <DocumentDialog trnId={trnId} applicationNumber={number} onClose={close} />}
    </>
  );
}
