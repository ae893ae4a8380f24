import { Box } from '@chakra-ui/react/box';
import { markAsAnswered, useReceivedRequests } from '../../api/accommodation';
import { toApiError } from '../../api/apiError';
import type { ReceivedRequests } from '../../contract/accommodation';
import { useMessages } from '../../messages/useMessages';
import { formatMoment } from '../../model/format/dates';
import { fillText } from '../../model/messages/fillText';
import { PageHeading } from '../shell/PageHeading';
import { Banner } from '../ui/Banner';
import { Button } from '../ui/Button';
import { refusalMessage } from '../ui/LoadError';
import { Skeleton } from '../ui/Skeleton';
import { toast } from '../ui/Toaster';
import { usePending } from '../ui/usePending';

/** The only page that an accommodation contact can open. */
export function AccommodationList() {
  const messages = useMessages('accommodation').office;
  const { data, error, mutate } = useReceivedRequests();
  return (
    <>
      <PageHeading title={messages.title}>{messages.title}</PageHeading>
      <p className="rp-help">{messages.lead}</p>
      {!data && !error && <Skeleton lines={6} />}
      {!data && error && (
        <Banner kind="error" title={messages.failed}>
          <Button onClick={() => void mutate()}>{messages.retry}</Button>
        </Banner>
      )}
      {data?.requests.length === 0 && <p>{messages.none}</p>}
      <Box as="ul" listStyle="none" maxWidth="column">
        {data?.requests.map((one) => (
          <Received key={one.id} received={one} onAnswered={(now) => void mutate(now, { revalidate: false })} />
        ))}
      </Box>
    </>
  );
}

interface ReceivedProps {
  received: ReceivedRequests['requests'][number];
  onAnswered(now: ReceivedRequests): void;
}

function Received({ received, onAnswered }: ReceivedProps) {
  const messages = useMessages('accommodation');
  const { id, application: number, name, email, text, asked_at, state } = received;
  const [isPending, answer] = usePending(async () => {
    try {
      onAnswered(await markAsAnswered(id));
    } catch (cause) {
      toast('error', refusalMessage(toApiError(cause), messages.failed));
    }
  });
  return (
    <Box as="li" paddingBlock="4" borderBottom="1px solid {colors.hair}">
      <Box as="h2" fontSize="title3" translate="no">
        {name}
      </Box>
      <p>
        {fillText(messages.office.application, { number })} · <a href={`mailto:${email}`}>{email}</a>
      </p>
      <Box as="p" marginBlock="3" whiteSpace="pre-wrap" overflowWrap="anywhere" translate="no">
        {text}
      </Box>
      <p className="rp-help">
        {formatMoment(asked_at, { dateStyle: 'medium', timeStyle: 'short' }, document.documentElement.lang)}
        {' · '}
        <strong>{messages.states[state]}</strong>
      </p>
      {state !== 'answered' && (
        <div className="rp-buttons">
          <Button aria-disabled={isPending} onClick={() => void answer()}>
            {messages.office.answered}
          </Button>
        </div>
      )}
    </Box>
  );
}
