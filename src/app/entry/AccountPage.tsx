import { useState } from 'react';
import texts from '../../../schemas/texts/account.json';
import { createAct } from '../../api/act';
import { toApiError } from '../../api/apiError';
import { changePassword, endSessions, useSessions } from '../../api/users';
import type { ListedSession } from '../../contract/account';
import type { BodyError } from '../../contract/call';
import { fillText } from '../../model/fillText';
import { formatMoment } from '../../model/format';
import type { Answers } from '../../model/types';
import { ApplicationFrame } from '../shell/ApplicationFrame';
import { BackArrow, PageHeading } from '../shell/PageHeading';
import { Banner } from '../ui/Banner';
import { Button } from '../ui/Button';
import { Skeleton } from '../ui/Skeleton';
import { toast } from '../ui/Toaster';
import { usePending } from '../ui/usePending';
import { AnotherHome } from './AnotherHome';
import { EntryPart, Lead, Row, Rows } from './EntryPart';
import { FlatEntryForm } from './FlatEntryForm';
import { LoadProblem, messageOf } from './LoadProblem';
import { OwnData } from './OwnData';

/** What someone who is signed in does with their account: the password, and where else it is in use. */
export function AccountPage() {
  const account = useSessions();
  return (
    <ApplicationFrame>
      <BackArrow />
      <PageHeading title={texts.title}>{texts.heading}</PageHeading>
      <p className="rp-frame__lead">{account.data ? fillText(texts.login, { login: account.data.login }) : '\u00a0'}</p>
      <ChangePassword onChanged={() => void account.mutate()} />
      <EntryPart name="sessions" title={texts.sessions.heading}>
        {account.error && <LoadProblem error={account.error} onRetry={() => void account.mutate()} />}
        {!account.data && !account.error && <Skeleton fields={2} holdsRest />}
        {account.data && (
          <Sessions
            sessions={account.data.sessions}
            onEnded={(left) => void account.mutate(left, { revalidate: false })}
          />
        )}
      </EntryPart>
      <AnotherHome />
      <OwnData />
    </ApplicationFrame>
  );
}

function ChangePassword({ onChanged }: { onChanged(): void }) {
  const [error, setError] = useState('');
  const [turn, setTurn] = useState(0);
  const [act] = useState(createAct);
  async function submit(answers: Answers, refuse: (errors: readonly BodyError[]) => void) {
    setError('');
    try {
      toast('success', (await act(answers, (key) => changePassword(answers, key))).message);
      // The fields are empty again.
      setTurn((count) => count + 1);
      onChanged();
    } catch (cause) {
      const failure = toApiError(cause);
      if (failure.fieldErrors?.length) refuse(failure.fieldErrors);
      else setError(messageOf(failure, texts.password.failed));
    }
  }
  return (
    <EntryPart name="change-password" title={texts.password.heading} lead={texts.password.lead} isAnchor>
      {error && <Banner kind="error" title={error} />}
      <FlatEntryForm
        key={turn}
        step="change-password"
        submit={texts.password.submit}
        pending={texts.password.pending}
        onSubmit={submit}
      />
    </EntryPart>
  );
}

interface SessionsProps {
  sessions: readonly ListedSession[];
  onEnded(left: { login: string; sessions: ListedSession[] }): void;
}

function Sessions({ sessions, onEnded }: SessionsProps) {
  const others = sessions.filter(({ current }) => !current);
  const [isPending, end] = usePending(async (id?: string) => {
    try {
      const { records, message } = await endSessions(id);
      toast('success', message);
      onEnded(records);
    } catch (cause) {
      toast('error', messageOf(toApiError(cause), texts.sessions.failed));
    }
  });
  return (
    <>
      <Lead>{others.length > 0 ? texts.sessions.lead : texts.sessions.none}</Lead>
      <Rows>
        {sessions.map((session) => (
          <Row key={session.id}>
            <div>
              <strong>{nameOf(session)}</strong>
              <p>
                {session.current ? texts.sessions.current : fillText(texts.sessions.seen, { time: timeOf(session) })}
              </p>
            </div>
            {!session.current && (
              <Button
                aria-disabled={isPending}
                aria-label={fillText(texts.sessions.endNamed, { device: nameOf(session), time: timeOf(session) })}
                onClick={() => void end(session.id)}
              >
                {texts.sessions.end}
              </Button>
            )}
          </Row>
        ))}
      </Rows>
      {others.length > 1 && (
        <div className="rp-buttons">
          <Button aria-disabled={isPending} onClick={() => void end()}>
            {texts.sessions.endAll}
          </Button>
        </div>
      )}
    </>
  );
}

function nameOf({ browser, system }: ListedSession): string {
  return fillText(texts.sessions.device, { browser: texts.browsers[browser], system: texts.systems[system] });
}

function timeOf({ seen_at }: ListedSession): string {
  const { lang } = document.documentElement;
  return formatMoment(seen_at, { dateStyle: 'medium', timeStyle: 'short' }, lang);
}
