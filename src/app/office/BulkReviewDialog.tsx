import { useState } from 'react';
import { useReviewPreviews } from '../../api/officeDesk';
import type { ListedApplication } from '../../contract/office';
import { useMessages } from '../../messages/useMessages';
import { fillText } from '../../model/messages/fillText';
import { officeFile } from '../../model/office';
import { Banner } from '../ui/Banner';
import { Button } from '../ui/Button';
import { CancelButton } from '../ui/CancelButton';
import { Dialog } from '../ui/Dialog';
import { Skeleton } from '../ui/Skeleton';
import { EmailText } from './EmailPreview';
import { languageName } from './languageName';
import { readProblem } from './OfficeForm';

interface BulkReviewDialogProps {
  chosen: readonly ListedApplication[];
  onConfirm(ready: readonly ListedApplication[]): void;
  onClose(): void;
}

export function BulkReviewDialog({ chosen, onConfirm, onClose }: BulkReviewDialogProps) {
  const messages = useMessages('office').list;
  // Keeps the first selection, because the list behind the dialog may reload.
  const [selected] = useState(chosen);
  const { data: previews, error } = useReviewPreviews(selected);
  const results = selected.map((application, at) => ({ application, result: previews?.[at] }));
  const ready = results.flatMap(({ application, result }) =>
    result?.status === 'fulfilled' ? [{ application, preview: result.value }] : [],
  );
  const refused = results.flatMap(({ application, result }) =>
    result?.status === 'rejected' ? [{ application, cause: result.reason }] : [],
  );
  return (
    <Dialog
      title={officeFile().acts.review.title}
      onClose={onClose}
      footer={
        <>
          <CancelButton />
          {ready.length > 0 && (
            <Button variant="primary" onClick={() => onConfirm(ready.map(({ application }) => application))}>
              {fillText(messages.bulkSend, { n: ready.length })}
            </Button>
          )}
        </>
      }
    >
      {error && <Banner kind="error" title={readProblem(error).message} />}
      {!previews && !error && <Skeleton lines={4} />}
      {ready.length > 0 && <p>{fillText(messages.bulkLead, { n: ready.length })}</p>}
      {refused.map(({ application, cause }) => (
        <Refusal key={application.id} name={application.name} cause={cause} />
      ))}
      {ready.map(({ application: { id, name }, preview: { email } }, at) => (
        <details key={id} className="of-each" open={at === 0}>
          <summary>{[name, email && languageName(email.language)].filter(Boolean).join(', ')}</summary>
          {email && <EmailText email={email} />}
        </details>
      ))}
    </Dialog>
  );
}

function Refusal({ name, cause }: { name: string; cause: unknown }) {
  const messages = useMessages('office').list;
  const { message, currentStatus } = readProblem(cause);
  const text = currentStatus
    ? fillText(messages.bulkCannot, { name, status: officeFile().statuses[currentStatus.status].title })
    : `${name}: ${message}`;
  return <p className="rp-help">{text}</p>;
}
