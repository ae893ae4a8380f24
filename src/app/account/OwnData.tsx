import { useState } from 'react';
import { toApiError } from '../../api/apiError';
import { downloadData, useSummary, withdraw } from '../../api/success';
import type { ApplicationDetail } from '../../contract/application';
import { useMessages } from '../../messages/useMessages';
import { fillText } from '../../model/messages/fillText';
import { isActionAllowed, officeStatuses } from '../../model/office';
import { isFinished, useApplication } from '../shell/application';
import { Button } from '../ui/Button';
import { CancelButton } from '../ui/CancelButton';
import { Dialog } from '../ui/Dialog';
import { refusalMessage } from '../ui/LoadError';
import { PagePart } from '../ui/PagePart';
import { toast } from '../ui/Toaster';
import { useDownload } from '../ui/useDownload';
import { usePending } from '../ui/usePending';

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
  const messages = useMessages('account').data;
  const [isPending, download] = useDownload(() => downloadData(trn), messages);
  return (
    <PagePart name="own-data" title={messages.heading} lead={messages.lead}>
      <div className="rp-buttons">
        <Button aria-disabled={isPending} onClick={() => void download()}>
          {isPending ? messages.downloading : messages.download}
        </Button>
      </div>
    </PagePart>
  );
}

function Withdrawal({ application }: { application: ApplicationDetail }) {
  const messages = useMessages('account').withdraw;
  const { trn_id: trn, subscriber_name: subscriber, application_number: number } = application;
  const { data: summary, mutate } = useSummary(trn);
  const [isAsking, setAsking] = useState(false);
  const [isPending, confirm] = usePending(async () => {
    try {
      await withdraw(trn);
      toast('success', messages.done);
    } catch (cause) {
      toast('error', refusalMessage(toApiError(cause), messages.failed));
    }
    setAsking(false);
    await mutate();
  });
  const status = officeStatuses.find((one) => one === summary?.review?.status);
  if (!status || !isActionAllowed('withdraw', status, 'applicant')) return null;
  const paid = summary?.paid;
  const refund = paid && (paid.is_returned ? messages.refund : messages.noRefund);
  const lead = [fillText(messages.lead, { subscriber }), refund].filter(Boolean).join(' ');
  const answers = (
    <>
      <CancelButton>{messages.cancel}</CancelButton>
      <Button variant="danger" aria-disabled={isPending} onClick={() => void confirm()}>
        {messages.confirm}
      </Button>
    </>
  );
  return (
    <PagePart name="withdraw" title={messages.heading} lead={lead}>
      <div className="rp-buttons">
        <Button variant="danger" onClick={() => setAsking(true)}>
          {messages.open}
        </Button>
      </div>
      {isAsking && (
        <Dialog
          title={fillText(messages.title, { number })}
          kind="alert"
          onClose={() => setAsking(false)}
          footer={answers}
        >
          <p>{lead}</p>
        </Dialog>
      )}
    </PagePart>
  );
}
