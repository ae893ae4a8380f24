import { Input } from '@chakra-ui/react/input';
import { useState } from 'react';
import { logInToStudio, requestStudioLink } from '../../api/studio';
import type { StudioSession } from '../../contract/studio';
import { useMessages } from '../../messages/useMessages';
import { Banner } from '../ui/Banner';
import { Button } from '../ui/Button';
import { FieldRow } from '../ui/FieldRow';
import { useSubmit } from '../ui/usePending';

export function StudioLogin() {
  const messages = useMessages('studio').page;
  const [email, setEmail] = useState('');
  const { error, isDone, submit } = useSubmit(() => requestStudioLink(email.trim()));
  if (isDone) return <Banner kind="success" title={messages.sent} />;
  return (
    <form onSubmit={submit} noValidate>
      <FieldRow label={messages.email} help={messages.loginLead} error={error}>
        {(control) => (
          <Input
            {...control}
            type="email"
            autoComplete="email"
            value={email}
            onChange={(event) => setEmail(event.target.value)}
          />
        )}
      </FieldRow>
      <Button variant="primary" type="submit" disabled={!email.includes('@')}>
        {messages.send}
      </Button>
    </form>
  );
}

/** Logs in only after a click, because email scanners also open links. */
export function EnterStudio({ token, onEnter }: { token: string; onEnter(session: StudioSession): void }) {
  const messages = useMessages('studio').page;
  const { error, submit } = useSubmit(async () => onEnter(await logInToStudio(token)));
  if (error)
    return (
      <>
        <Banner kind="error" title={messages.used} />
        <StudioLogin />
      </>
    );
  return (
    <form onSubmit={submit}>
      <p className="rp-frame__lead">{messages.enter}</p>
      <Button variant="primary" type="submit">
        {messages.continue}
      </Button>
    </form>
  );
}
