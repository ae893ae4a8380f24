import { useState } from 'react';
import texts from '../../../schemas/texts/account.json';
import { toApiError } from '../../api/apiError';
import { downloadData, useSummary, withdraw } from '../../api/success';
import type { ApplicationDetail } from '../../contract/application';
import { fillText } from '../../model/fillText';
import { mayAct, officeStatuses } from '../../model/office';
import { isFinished, useApplication } from '../shell/application';
import { Button } from '../ui/Button';
import { Dialog } from '../ui/Dialog';
import { toast } from '../ui/Toaster';
import { usePending } from '../ui/usePending';
import { EntryPart } from './EntryPart';
import { messageOf } from './LoadProblem';

/** What is the applicant's own to take: their data, and once it is handed in, the application back. */
export function OwnData() {
  const application = useApplication();
  return (
    <>
      <Download trn={application.trn_id} />
      {isFinished(application) && <Withdrawal application={application} />}
    </>
  );
}

function Download({ trn }: { trn: string }) {
  const [isPending, download] = usePending(async () => {
    try {
      keepFile(await downloadData(trn), texts.data.file);
    } catch (cause) {
      toast('error', messageOf(toApiError(cause), texts.data.failed));
    }
  });
  return (
    <EntryPart name="own-data" title={texts.data.heading} lead={texts.data.lead}>
      <div className="rp-buttons">
        <Button aria-disabled={isPending} onClick={() => void download()}>
          {isPending ? texts.data.downloading : texts.data.download}
        </Button>
      </div>
    </EntryPart>
  );
}

/** The browser asks where to, or keeps it with its downloads. */
function keepFile(content: Blob, name: string): void {
  const address = URL.createObjectURL(content);
  Object.assign(document.createElement('a'), { href: address, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}

function Withdrawal({ application }: { application: ApplicationDetail }) {
  const { trn_id: trn, subscriber_name: subscriber, application_number: number } = application;
  const { data: summary, mutate } = useSummary(trn);
  const [isAsking, setAsking] = useState(false);
  const [isPending, confirm] = usePending(async () => {
    try {
      await withdraw(trn);
      toast('success', texts.withdraw.done);
    } catch (cause) {
      toast('error', messageOf(toApiError(cause), texts.withdraw.failed));
    }
    setAsking(false);
    await mutate();
  });
  const status = officeStatuses.find((one) => one === summary?.review?.status);
  if (!status || !mayAct('withdraw', status, 'applicant')) return null;
  const lead = fillText(texts.withdraw.lead, { subscriber });
  const answers = (
    <>
      <Button onClick={() => setAsking(false)}>{texts.withdraw.cancel}</Button>
      <Button variant="danger" aria-disabled={isPending} onClick={() => void confirm()}>
        {texts.withdraw.confirm}
      </Button>
    </>
  );
  return (
    <EntryPart name="withdraw" title={texts.withdraw.heading} lead={lead}>
      <div className="rp-buttons">
        <Button variant="danger" onClick={() => setAsking(true)}>
          {texts.withdraw.open}
        </Button>
      </div>
      {isAsking && (
        <Dialog
          title={fillText(texts.withdraw.title, { number })}
          kind="alert"
          onClose={() => setAsking(false)}
          footer={answers}
        >
          <p>{lead}</p>
        </Dialog>
      )}
    </EntryPart>
  );
}
