import { useDeferredValue, useEffect, useState } from 'react';
import { Link, Navigate, useLocation, useSearchParams } from 'react-router-dom';
import { ApiError, toApiError } from '../../api/apiError';
import { useApplicationDetail } from '../../api/application';
import { type EntryLink, useForm } from '../../api/forms';
import { openInvitation, useRegistrationPage } from '../../api/users';
import { pageMessages, useMessages } from '../../messages/useMessages';
import { type Entry, parseEntryPath } from '../../model/entryPath';
import { fillText } from '../../model/messages/fillText';
import { useCheckers } from '../form/useCheckers';
import { endSession } from '../session/sessionEnd';
import { sessionStore, useSession } from '../session/sessionStore';
import { FailedPage, SlowLoader } from '../shell/FailedPage';
import { useAccent } from '../shell/Frame';
import { PageHeading } from '../shell/PageHeading';
import { PublicFrame } from '../shell/PublicFrame';
import { Resume } from '../shell/Resume';
import { Button } from '../ui/Button';
import { LoadError } from '../ui/LoadError';
import { alert } from '../ui/QuestionHost';
import { Skeleton } from '../ui/Skeleton';
import { JoinHousehold } from './JoinHousehold';
import { RegistrationForm } from './RegistrationForm';
import { registrationStep } from './useRegistration';

export function EntryPage() {
  const { pathname } = useLocation();
  const [search] = useSearchParams();
  const { token } = useSession();
  // Read only once, because a registration on this page also starts a session.
  const [wasLoggedIn] = useState(Boolean(token));
  const entry = parseEntryPath(pathname);
  if (!entry) return <Navigate to="/unauthorizedAccess?reason=unknown" replace />;
  if (token && wasLoggedIn) return <LoggedInEntry entry={entry} invitation={search.get('t') ?? undefined} />;
  return <InvitedEntry key={pathname} entry={entry} path={pathname} invitation={search.get('t') ?? undefined} />;
}

/** Continues the application if it was started with this link. Otherwise asks whether to replace the session. */
function LoggedInEntry({ entry, invitation }: { entry: Entry; invitation: string | undefined }) {
  const { trnId } = useSession();
  const { data, error, mutate } = useApplicationDetail(entry.trn ? '' : trnId);
  if (entry.trn) return entry.trn === trnId ? <Resume /> : <OtherSession invitation={invitation} />;
  if (data) return isSameLink(entry, data.entry) ? <Resume /> : <OtherSession />;
  return error ? <FailedPage error={error} onRetry={() => void mutate()} /> : <SlowLoader />;
}

function isSameLink({ type, place, link }: Entry, path: string): boolean {
  const own = parseEntryPath(path);
  return own?.type === type && own.link === link && own.place.join('/') === place.join('/');
}

function InvitedEntry({ entry, path, invitation }: { entry: Entry; path: string; invitation: string | undefined }) {
  const [link] = useState<EntryLink>({ link: entry.link, trnId: entry.trn, path, invitation });
  const state = useInvitation(link);
  // Required by docs/spec/000.md, §2.
  // biome-ignore lint/correctness/useExhaustiveDependencies: `entry` comes from the path.
  useEffect(() => {
    sessionStore.update({
      applicationType: entry.type,
      trnId: entry.trn ?? '',
      urlGeneratedAts: entry.link,
      logout: false,
    });
  }, [path]);
  if (state === 'refused') return <Navigate to="/login" replace />;
  return state === 'good' ? <RegistrationPage entry={link} /> : <SlowLoader />;
}

function useInvitation(entry: EntryLink): 'asked' | 'good' | 'refused' {
  const token = entry.invitation;
  const [state, setState] = useState<'asked' | 'good' | 'refused'>(token ? 'asked' : 'good');
  useEffect(() => {
    if (!token) return;
    let isHere = true;
    const showFailure = async ({ code, message, status }: ApiError) => {
      // The registration page handles invalid links.
      if (status === 406) return setState('good');
      const { expired, expiredTitle } = pageMessages('entry').invitation;
      await alert({ title: expiredTitle, text: code === 'alreadyRegistered' ? message : expired });
      setState('refused');
    };
    openInvitation(entry, registrationStep().id).then(
      () => {
        if (isHere) setState('good');
      },
      (cause) => (isHere ? showFailure(toApiError(cause)) : undefined),
    );
    return () => {
      isHere = false;
    };
  }, [entry, token]);
  return state;
}

export function OtherSession({ invitation }: { invitation?: string }) {
  const messages = useMessages('entry').session;
  const { email } = useSession();
  return (
    <PublicFrame>
      <PageHeading title={messages.otherTitle}>{messages.otherTitle}</PageHeading>
      <p className="rp-frame__lead">{fillText(messages.other, { email })}</p>
      {invitation && <p>{messages.join}</p>}
      <div className="rp-buttons">
        {invitation && <JoinHousehold invitation={invitation} />}
        <Button asChild variant={invitation ? 'plain' : 'primary'}>
          <Link to="/login">{messages.keep}</Link>
        </Button>
        <Button onClick={() => void endSession()}>{messages.switch}</Button>
      </div>
    </PublicFrame>
  );
}

export function RegistrationPage({ entry }: { entry: EntryLink }) {
  const messages = useMessages('entry').registration;
  const page = useRegistrationPage(entry);
  const form = useForm('entry', registrationStep().id, entry);
  const checkers = useCheckers(form.data);
  useAccent(page.data?.accent);
  const isThere = Boolean(page.data && form.data && checkers.data);
  // Defers the form, because rendering it blocks slow devices.
  const isDrawn = useDeferredValue(isThere);
  const error = page.error ?? form.error ?? checkers.error;
  if (error instanceof ApiError && error.status === 406)
    return <Navigate to={`/unauthorizedAccess?reason=${error.code ?? ''}`} replace />;
  if (error instanceof ApiError && error.code === 'alreadyRegistered') return <Navigate to="/login" replace />;
  if (isDrawn && page.data && form.data && checkers.data)
    return <RegistrationForm entry={entry} page={page.data} form={form.data} checkers={checkers.data} />;
  const retry = () => {
    for (const part of [page, form, checkers]) if (part.error) void part.mutate();
  };
  return (
    <PublicFrame side={<div />}>
      <h1>{messages.heading}</h1>
      {error ? <LoadError error={error} onRetry={retry} /> : <Skeleton lines={2} fields={8} holdsRest />}
    </PublicFrame>
  );
}
