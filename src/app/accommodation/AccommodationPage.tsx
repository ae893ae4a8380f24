import { Box } from '@chakra-ui/react/box';
import { Textarea } from '@chakra-ui/react/textarea';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import { requestAccommodation, useOwnRequests } from '../../api/accommodation';
import { toApiError } from '../../api/apiError';
import { createKey } from '../../api/idempotentCall';
import { useMessages } from '../../messages/useMessages';
import { formatMoment } from '../../model/format/dates';
import { fillText } from '../../model/messages/fillText';
import { ApplicationFrame } from '../shell/ApplicationFrame';
import { useApplication } from '../shell/application';
import { PageHeading } from '../shell/PageHeading';
import { Button } from '../ui/Button';
import { FieldRow } from '../ui/FieldRow';
import { LoadError, refusalMessage } from '../ui/LoadError';
import { toast } from '../ui/Toaster';
import { usePending } from '../ui/usePending';

const MAX_LENGTH = 4000;

export function AccommodationPage() {
  const messages = useMessages('accommodation');
  const { trn_id, subscriber_name: subscriber } = useApplication();
  return (
    <ApplicationFrame>
      <Box as="p" marginBottom="3">
        <Link to="/">{messages.back}</Link>
      </Box>
      <PageHeading title={messages.title}>{messages.heading}</PageHeading>
      <p className="rp-frame__lead">{messages.lead}</p>
      <p>{fillText(messages.private, { subscriber })}</p>
      <RequestForm trnId={trn_id} />
      <OwnRequestList trnId={trn_id} />
    </ApplicationFrame>
  );
}

function RequestForm({ trnId }: { trnId: string }) {
  const messages = useMessages('accommodation');
  const { mutate } = useOwnRequests(trnId);
  const [text, setText] = useState('');
  const [error, setError] = useState('');
  // The server stores a retried request only once, because its key is the same.
  const [key, setKey] = useState(createKey);
  const [isPending, send] = usePending(async () => {
    if (!text.trim()) return setError(messages.empty);
    try {
      await mutate(await requestAccommodation(text.trim(), key), { revalidate: false });
      setText('');
      setKey(createKey());
      toast('success', messages.done);
    } catch (cause) {
      toast('error', refusalMessage(toApiError(cause), messages.failed));
    }
  });
  return (
    <Box marginTop="5">
      <FieldRow label={messages.label} help={messages.help} error={error}>
        {(control) => (
          <Textarea
            {...control}
            rows={6}
            maxLength={MAX_LENGTH}
            value={text}
            onChange={({ target }) => [setText(target.value), setError(''), setKey(createKey())]}
          />
        )}
      </FieldRow>
      <div className="rp-buttons">
        <Button variant="primary" aria-disabled={isPending} onClick={() => void send()}>
          {isPending ? messages.sending : messages.send}
        </Button>
      </div>
    </Box>
  );
}

function OwnRequestList({ trnId }: { trnId: string }) {
  const messages = useMessages('accommodation');
  const { data, error, mutate } = useOwnRequests(trnId);
  if (error && !data) return <LoadError error={error} onRetry={() => void mutate()} />;
  if (!data?.requests.length) return null;
  return (
    <Box as="section" aria-labelledby="own-requests" marginTop="6">
      <h2 id="own-requests">{messages.yours}</h2>
      <Box as="ul" listStyle="none">
        {data.requests.map(({ id, text, asked_at, state }) => (
          <Box as="li" key={id} {...ROW}>
            <Box as="p" whiteSpace="pre-wrap" overflowWrap="anywhere" translate="no">
              {text}
            </Box>
            <Box as="p" className="rp-help" marginTop="1">
              {fillText(messages.asked, {
                date: formatMoment(asked_at, { dateStyle: 'medium' }, document.documentElement.lang),
              })}
              {' · '}
              <strong>{messages.states[state]}</strong>
            </Box>
          </Box>
        ))}
      </Box>
    </Box>
  );
}

const ROW = { paddingBlock: '3', borderBottom: '1px solid {colors.hair}' } as const;
