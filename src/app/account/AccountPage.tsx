import { useState } from 'react';
import { toApiError } from '../../api/apiError';
import { createIdempotentCall } from '../../api/idempotentCall';
import { changePassword, endSessions, useSessions } from '../../api/users';
import type { ListedSession } from '../../contract/account';
import type { BodyError } from '../../contract/call';
import type { Messages } from '../../messages/files';
import { useMessages } from '../../messages/useMessages';
import { formatMoment } from '../../model/format/dates';
import { fillText } from '../../model/messages/fillText';
import type { Answers } from '../../model/types';
import { FlatEntryForm } from '../form/FlatEntryForm';
import { ApplicationFrame } from '../shell/ApplicationFrame';
import { PageHeading } from '../shell/PageHeading';
import { Banner } from '../ui/Banner';
import { Button } from '../ui/Button';
import { LoadError, refusalMessage } from '../ui/LoadError';
import { Lead, PagePart, Row, Rows } from '../ui/PagePart';
import { Skeleton } from '../ui/Skeleton';
import { toast } from '../ui/Toaster';
import { usePending } from '../ui/usePending';
import { OtherApplications } from './OtherApplications';
import { OwnData } from './OwnData';

export function AccountPage() {
  const messages = useMessages('account');
  const account = useSessions();
  return (
    <ApplicationFrame hasBack>
      <PageHeading title={messages.title}>{messages.heading}</PageHeading>
      <p className="rp-frame__lead">
        {account.data ? fillText(messages.login, { login: account.data.login }) : '\u00a0'}
      </p>
      <ChangePassword onChanged={() => void account.mutate()} />
      <PagePart name="sessions" title={messages.sessions.heading}>
        {account.error && <LoadError error={account.error} onRetry={() => void account.mutate()} />}
        {!account.data && !account.error && <Skeleton fields={2} holdsRest />}
        {account.data && (
          <Sessions
            sessions={account.data.sessions}
            onEnded={(left) => void account.mutate(left, { revalidate: false })}
          />
        )}
      </PagePart>
      <OtherApplications />
      <OwnData />
    </ApplicationFrame>
  );
}

function ChangePassword({ onChanged }: { onChanged(): void }) {
  const messages = useMessages('account').password;
  const [error, setError] = useState('');
  const [formVersion, setFormVersion] = useState(0);
  const [changeOnce] = useState(createIdempotentCall);
  async function submit(answers: Answers, refuse: (errors: readonly BodyError[]) => void) {
    setError('');
    try {
      toast('success', (await changeOnce(answers, (key) => changePassword(answers, key))).message);
      // A new React key empties the form.
      setFormVersion((count) => count + 1);
      onChanged();
    } catch (cause) {
      const failure = toApiError(cause);
      if (failure.fieldErrors?.length) refuse(failure.fieldErrors);
      else setError(refusalMessage(failure, messages.failed));
    }
  }
  return (
    <PagePart name="change-password" title={messages.heading} lead={messages.lead} isAnchor>
      {error && <Banner kind="error" title={error} />}
      <FlatEntryForm
        key={formVersion}
        step="change-password"
        submit={messages.submit}
        pending={messages.pending}
        onSubmit={submit}
      />
    </PagePart>
  );
}

interface SessionsProps {
  sessions: readonly ListedSession[];
  onEnded(left: { login: string; sessions: ListedSession[] }): void;
}

function Sessions({ sessions, onEnded }: SessionsProps) {
  const messages = useMessages('account');
  const others = sessions.filter(({ current }) => !current);
  const [isPending, end] = usePending(async (id?: string) => {
    try {
      const { records, message } = await endSessions(id);
      toast('success', message);
      onEnded(records);
    } catch (cause) {
      toast('error', refusalMessage(toApiError(cause), messages.sessions.failed));
    }
  });
  return (
    <>
      <Lead>{others.length > 0 ? messages.sessions.lead : messages.sessions.none}</Lead>
      <Rows>
        {sessions.map((session) => (
          <Row key={session.id}>
            <div>
              <strong>{deviceName(session, messages)}</strong>
              <p>
                {session.current
                  ? messages.sessions.current
                  : fillText(messages.sessions.seen, { time: formatLastSeen(session) })}
              </p>
            </div>
            {!session.current && (
              <Button
                aria-disabled={isPending}
                aria-label={fillText(messages.sessions.endNamed, {
                  device: deviceName(session, messages),
                  time: formatLastSeen(session),
                })}
                onClick={() => void end(session.id)}
              >
                {messages.sessions.end}
              </Button>
            )}
          </Row>
        ))}
      </Rows>
      {others.length > 1 && (
        <div className="rp-buttons">
          <Button aria-disabled={isPending} onClick={() => void end()}>
            {messages.sessions.endAll}
          </Button>
        </div>
      )}
    </>
  );
}

function deviceName({ browser, system }: ListedSession, messages: Messages<'account'>): string {
  return fillText(messages.sessions.device, { browser: messages.browsers[browser], system: messages.systems[system] });
}

function formatLastSeen({ seen_at }: ListedSession): string {
  const { lang } = document.documentElement;
  return formatMoment(seen_at, { dateStyle: 'medium', timeStyle: 'short' }, lang);
}
