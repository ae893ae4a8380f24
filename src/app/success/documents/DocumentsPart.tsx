import { Box } from '@chakra-ui/react/box';
import { Flex } from '@chakra-ui/react/flex';
import { useState } from 'react';
import type { ApplicationSummary } from '../../../contract/success';
import { useMessages } from '../../../messages/useMessages';
import { formatMoment } from '../../../model/format/dates';
import { fillText } from '../../../model/messages/fillText';
import { Button } from '../../ui/Button';
import { Task } from '../Task';
import { DocumentDialog } from './DocumentDialog';
import { isAllSent, type WantedDocument, wantedDocuments } from './wantedDocuments';

interface DocumentsPartProps {
  summary: ApplicationSummary;
  trnId: string;
  onChanged(): void;
}

/** Shows requested and missing documents (docs/spec/003.md, §2). */
export function DocumentsPart({ summary, trnId, onChanged }: DocumentsPartProps) {
  const messages = useMessages('success').documents;
  const { needed } = useMessages('success').review;
  const [open, setOpen] = useState<'all' | WantedDocument>();
  const { document_status: isComplete, applicationID } = summary;
  const { requested, missing } = wantedDocuments(summary);
  const isDone = isAllSent(summary);
  const close = () => {
    setOpen(undefined);
    onChanged();
  };
  return (
    <>
      {requested.length > 0 && (
        <Task title={needed} isDone={false}>
          <WantedList wanted={requested} isPrimary onUpload={setOpen} />
        </Task>
      )}
      {(!isComplete || isDone) && (
        <Task
          isDone={isDone}
          step={isComplete ? undefined : messages.step}
          count={missing.length > 0 ? fillText(messages.count, { n: missing.length }) : undefined}
          title={isComplete ? messages.complete : messages.send}
        >
          {!isComplete && <p>{messages.incomplete}</p>}
          <Button
            variant={isComplete ? 'link' : requested.length > 0 ? 'plain' : 'primary'}
            onClick={() => setOpen('all')}
          >
            {isComplete ? messages.view : messages.upload}
          </Button>
          <WantedList wanted={missing} onUpload={setOpen} />
        </Task>
      )}
      {isComplete && !isDone && (
        <Box className="rp-buttons" marginBottom="5">
          <Button onClick={() => setOpen('all')}>{messages.view}</Button>
        </Box>
      )}
      {open && (
        <DocumentDialog
          trnId={trnId}
          applicationNumber={String(applicationID)}
          wanted={open === 'all' ? undefined : open}
          onClose={close}
        />
      )}
    </>
  );
}

interface WantedListProps {
  wanted: readonly WantedDocument[];
  isPrimary?: boolean;
  onUpload(document: WantedDocument): void;
}

function WantedList({ wanted, isPrimary = false, onUpload }: WantedListProps) {
  const { left, review } = useMessages('success');
  if (wanted.length === 0) return null;
  const first = wanted.find(({ isDone }) => !isDone);
  return (
    <Box as="ul" width="100%" marginTop="4" listStyle="none">
      {wanted.map((one) => (
        <Flex as="li" key={one.key} {...LINE}>
          <Box flex="1 1 9rem">
            <strong>{one.title}</strong>
            {one.text && <p>{one.text}</p>}
            {one.dueAt && !one.isDone && <p>{fillText(review.due, { date: formatDay(one.dueAt) })}</p>}
          </Box>
          {one.isDone ? (
            <span>{fillText(review.came, { title: one.title })}</span>
          ) : (
            <Button
              variant={isPrimary && one === first ? 'primary' : 'plain'}
              aria-label={fillText(left.uploadWhat, { title: one.title })}
              onClick={() => onUpload(one)}
            >
              {left.upload}
            </Button>
          )}
        </Flex>
      ))}
    </Box>
  );
}

const formatDay = (at: string) => formatMoment(at, { dateStyle: 'medium' }, document.documentElement.lang);

const LINE = {
  flexWrap: 'wrap',
  align: 'center',
  justify: 'space-between',
  gap: '{spacing.2} {spacing.4}',
  paddingBlock: '3',
  borderTop: '1px solid {colors.hair}',
  overflowWrap: 'break-word',
} as const;
