import { Textarea } from '@chakra-ui/react/textarea';
import { useState } from 'react';
import { toApiError } from '../../api/apiError';
import { sendAppeal } from '../../api/success';
import type { ReviewState } from '../../contract/success';
import { useMessages } from '../../messages/useMessages';
import { formatDay } from '../../model/format/dates';
import { fillText } from '../../model/messages/fillText';
import { useApplication } from '../shell/application';
import { Button } from '../ui/Button';
import { FieldRow } from '../ui/FieldRow';
import { refusalMessage } from '../ui/LoadError';
import { toast } from '../ui/Toaster';
import { usePending } from '../ui/usePending';

const MAX_LENGTH = 4000;

interface AppealProps {
  review: ReviewState;
  trnId: string;
  onChanged(): void;
}

/** Lets the applicant respond to an offer or appeal a decision. */
export function Appeal({ review: { appeal, status }, trnId, onChanged }: AppealProps) {
  const messages = useMessages('success').appeal;
  const { subscriber_name: subscriber } = useApplication();
  const [text, setText] = useState('');
  const [error, setError] = useState<string>();
  const [isPending, send] = usePending(async () => {
    if (!text.trim()) return setError(messages.empty);
    try {
      await sendAppeal(trnId, text.trim());
      toast('success', messages.done);
      onChanged();
    } catch (cause) {
      toast('error', refusalMessage(toApiError(cause), messages.failed));
    }
  });
  if (!appeal.is_open) return null;
  const until =
    appeal.until && fillText(messages.until, { date: formatDay(appeal.until, document.documentElement.lang) });
  return (
    <section aria-labelledby="appeal">
      <h2 id="appeal">{messages.title}</h2>
      <p>{[fillText(messages.lead, { subscriber }), until].filter(Boolean).join(' ')}</p>
      <FieldRow label={messages.label} help={messages.help} error={error}>
        {(control) => (
          <Textarea
            {...control}
            rows={6}
            maxLength={MAX_LENGTH}
            value={text}
            onChange={({ target }) => [setText(target.value), setError(undefined)]}
          />
        )}
      </FieldRow>
      <div className="rp-buttons">
        <Button variant="primary" aria-disabled={isPending} onClick={() => void send()}>
          {isPending ? messages.pending : status === 'offered' ? messages.answer : messages.appeal}
        </Button>
      </div>
    </section>
  );
}
