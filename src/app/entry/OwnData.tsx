import { useState } from 'react';
import texts from '../../../schemas/texts/account.json';
import { toApiError } from '../../api/apiError';
import { downloadData, useSummary, withdraw } from '../../api/success';
import { fillText } from '../../model/fillText';
import { mayAct, officeStatuses } from '../../model/office';
import { isFinished, useApplication } from '../shell/application';
import { Button } from '../ui/Button';
import { Dialog } from '../ui/Dialog';
import { toast } from '../ui/Toaster';
import { usePending } from '../ui/usePending';
import { messageOf } from './LoadProblem';

/** What is the applicant's own to take: their data, and once it is handed in, the application back. */
export function OwnData() {
  const application = useApplication();
  return (
    <>
      <Download trn={application.trn_id} />
      {isFinished(application) && <Withdrawal trn={application.trn_id} subscriber={application.subscriber_name} />}
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
    <section className="ap-section" aria-labelledby="own-data-title">
      <h2 id="own-data-title">{texts.data.heading}</h2>
      <p className="ap-account-lead">{texts.data.lead}</p>
      <div className="rp-buttons">
        <Button aria-disabled={isPending} onClick={() => void download()}>
          {isPending ? texts.data.downloading : texts.data.download}
        </Button>
      </div>
    </section>
  );
}

/** The browser asks where to, or keeps it with its downloads. */
function keepFile(content: Blob, name: string): void {
  const address = URL.createObjectURL(content);
  Object.assign(document.createElement('a'), { href: address, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}

function Withdrawal({ trn, subscriber }: { trn: string; subscriber: string }) {
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
    <section className="ap-section" aria-labelledby="withdraw-title">
      <h2 id="withdraw-title">{texts.withdraw.heading}</h2>
      <p className="ap-account-lead">{lead}</p>
      <div className="rp-buttons">
        <Button variant="danger" onClick={() => setAsking(true)}>
          {texts.withdraw.open}
        </Button>
      </div>
      {isAsking && (
        <Dialog title={texts.withdraw.title} kind="alert" onClose={() => setAsking(false)} footer={answers}>
          <p>{lead}</p>
        </Dialog>
      )}
    </section>
  );
}
