import { useState } from 'react';
import { toApiError } from '../../api/apiError';
import { clearBootstrap } from '../../api/bootstrap';
import { joinHousehold } from '../../api/household';
import { createIdempotentCall } from '../../api/idempotentCall';
import { useMessages } from '../../messages/useMessages';
import { beginSession } from '../session/sessionEnd';
import { sessionStore } from '../session/sessionStore';
import { Button } from '../ui/Button';
import { refusalMessage } from '../ui/LoadError';
import { toast } from '../ui/Toaster';
import { usePending } from '../ui/usePending';

export function JoinHousehold({ invitation }: { invitation: string }) {
  const messages = useMessages('entry').session;
  const [joinOnce] = useState(createIdempotentCall);
  const [isPending, join] = usePending(async () => {
    try {
      const { loginName } = sessionStore.read();
      await beginSession(await joinOnce(invitation, (key) => joinHousehold(invitation, key)), loginName);
      clearBootstrap();
      // A full page load clears the previous application's cached data.
      window.location.assign('/login');
    } catch (cause) {
      toast('error', refusalMessage(toApiError(cause), messages.joinFailed));
    }
  });
  return (
    <Button variant="primary" aria-disabled={isPending} onClick={() => void join()}>
      {messages.joinNow}
    </Button>
  );
}
