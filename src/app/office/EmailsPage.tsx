import { useState } from 'react';
import { toApiError } from '../../api/apiError';
import { saveOfficeEmails, useOfficeEmails } from '../../api/messages';
import type { EmailMode } from '../../contract/messages';
import { useMessages } from '../../messages/useMessages';
import { keysOf } from '../../model/answers/paths';
import { PageHeading } from '../shell/PageHeading';
import { Button } from '../ui/Button';
import { FieldRow, SelectBox } from '../ui/FieldRow';
import { LoadError, refusalMessage } from '../ui/LoadError';
import { Skeleton } from '../ui/Skeleton';
import { toast } from '../ui/Toaster';
import { ToastSlot } from '../ui/ToastSlot';
import { usePending } from '../ui/usePending';

export function EmailsPage() {
  const { emails: messages } = useMessages('thread');
  const { data, error, mutate } = useOfficeEmails();
  const [chosen, setChosen] = useState<EmailMode>();
  const mode = chosen ?? data?.emails ?? 'now';
  const [isPending, save] = usePending(async () => {
    try {
      await mutate(await saveOfficeEmails(mode), { revalidate: false });
      setChosen(undefined);
      toast('success', messages.saved);
    } catch (cause) {
      toast('error', refusalMessage(toApiError(cause), messages.failed));
    }
  });
  return (
    <>
      <PageHeading title={messages.title}>{messages.title}</PageHeading>
      <p>{messages.lead}</p>
      {error && !data && <LoadError error={error} onRetry={() => void mutate()} />}
      {!data && !error && <Skeleton fields={1} />}
      {data && (
        <>
          <FieldRow label={messages.label} help={messages.help}>
            {(control) => (
              <SelectBox
                {...control}
                value={mode}
                onChange={({ target }) => setChosen(keysOf(messages.modes).find((one) => one === target.value))}
              >
                {keysOf(messages.modes).map((one) => (
                  <option key={one} value={one}>
                    {messages.modes[one]}
                  </option>
                ))}
              </SelectBox>
            )}
          </FieldRow>
          <ToastSlot />
          <div className="rp-buttons">
            <Button variant="primary" aria-disabled={isPending} onClick={() => void save()}>
              {isPending ? messages.saving : messages.save}
            </Button>
          </div>
        </>
      )}
    </>
  );
}
