import { useDeferredValue, useEffect, useState } from 'react';
import { Link, Navigate, useLocation, useSearchParams } from 'react-router-dom';
import texts from '../../../schemas/texts/entry.json';
import { ApiError, toApiError } from '../../api/apiError';
import { useApplicationDetail } from '../../api/application';
import { type EntryLink, useForm } from '../../api/forms';
import { openInvitation, useRegistrationPage } from '../../api/users';
import { type Entry, parseEntryPath } from '../../model/entryPath';
import { fillText } from '../../model/fillText';
import { useCheckers } from '../form/useCheckers';
import { endSession } from '../session/sessionEnd';
import { sessionStore, useSession } from '../session/sessionStore';
import { FailedPage, SlowLoader } from '../shell/FailedPage';
import { useAccent } from '../shell/Frame';
import { PageHeading } from '../shell/PageHeading';
import { Button } from '../ui/Button';
import { alert } from '../ui/QuestionHost';
import { Skeleton } from '../ui/Skeleton';
import { EntryFrame } from './EntryFrame';
import { LoadProblem } from './LoadProblem';
import { Resume } from './LoginPage';
import { RegistrationForm } from './RegistrationForm';
import { registrationStep } from './useRegistration';

/** An entry link: reads what it says, checks the invitation it may carry, and leads to registration. */
export function EntryPage() {
  const { pathname } = useLocation();
  const [search] = useSearchParams();
  const { token } = useSession();
  // A registration signs in too, and leads on by itself.
  const [wasSignedIn] = useState(Boolean(token));
  const entry = parseEntryPath(pathname);
  if (!entry) return <Navigate to="/unauthorizedAccess?reason=unknown" replace />;
  if (token && wasSignedIn) return <SignedInEntry entry={entry} />;
  return <InvitedEntry key={pathname} entry={entry} path={pathname} invitation={search.get('t') ?? undefined} />;
}

/** One's own link leads on: by its transaction id, or, of an open one, by being the link that one came by. */
function SignedInEntry({ entry }: { entry: Entry }) {
  const { trnId } = useSession();
  const { data, error, mutate } = useApplicationDetail(entry.trn ? '' : trnId);
  if (entry.trn) return entry.trn === trnId ? <Resume /> : <OtherSession />;
  if (data) return isSameLink(entry, data.entry) ? <Resume /> : <OtherSession />;
  return error ? <FailedPage error={error} onRetry={() => void mutate()} /> : <SlowLoader />;
}

function isSameLink({ type, place, link }: Entry, path: string): boolean {
  const own = parseEntryPath(path);
  return own?.type === type && own.link === link && own.place.join('/') === place.join('/');
}

interface InvitedEntryProps {
  entry: Entry;
  path: string;
  invitation: string | undefined;
}

function InvitedEntry({ entry, path, invitation }: InvitedEntryProps) {
  const [link] = useState<EntryLink>({ link: entry.link, trnId: entry.trn, path, invitation });
  const state = useInvitation(link);
  // Type, transaction and link are kept from the first page on (spec 000, section 2, Application URL shapes).
  // biome-ignore lint/correctness/useExhaustiveDependencies: the path says it all.
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

/** A missing token is accepted; a refused one is explained before the applicant is sent away. */
function useInvitation(entry: EntryLink): 'asked' | 'good' | 'refused' {
  const token = entry.invitation;
  const [state, setState] = useState<'asked' | 'good' | 'refused'>(token ? 'asked' : 'good');
  // The answer decides whether this page may be seen at all.
  useEffect(() => {
    if (!token) return;
    let isHere = true;
    const tell = async ({ code, message, status }: ApiError) => {
      // The page itself says that a link is not good.
      if (status === 406) return setState('good');
      const text = code === 'alreadyRegistered' ? message : texts.invitation.expired;
      await alert({ title: texts.invitation.expiredTitle, text });
      setState('refused');
    };
    openInvitation(entry, registrationStep().id).then(
      () => {
        if (isHere) setState('good');
      },
      (cause) => (isHere ? tell(toApiError(cause)) : undefined),
    );
    return () => {
      isHere = false;
    };
  }, [entry, token]);
  return state;
}

/** An entry link opened while someone is signed in: their session is not replaced without asking. */
export function OtherSession() {
  const { email } = useSession();
  return (
    <EntryFrame>
      <PageHeading title={texts.session.otherTitle}>{texts.session.otherTitle}</PageHeading>
      <p className="rp-frame__lead">{fillText(texts.session.other, { email })}</p>
      <div className="rp-buttons">
        <Button asChild variant="primary">
          <Link to="/login">{texts.session.keep}</Link>
        </Button>
        <Button onClick={() => void endSession()}>{texts.session.switch}</Button>
      </div>
    </EntryFrame>
  );
}

/** The registration of one entry link, once its master data, its form and its rules are there. */
export function RegistrationPage({ entry }: { entry: EntryLink }) {
  const page = useRegistrationPage(entry);
  const form = useForm('entry', registrationStep().id, entry);
  const checkers = useCheckers(form.data);
  useAccent(page.data?.accent);
  const isThere = Boolean(page.data && form.data && checkers.data);
  // Drawn in slices: at once, the whole form would hold a slow processor for a fifth of a second.
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
    <EntryFrame side={<div />}>
      <h1>{texts.registration.heading}</h1>
      {error ? <LoadProblem error={error} onRetry={retry} /> : <Skeleton lines={2} fields={8} holdsRest />}
    </EntryFrame>
  );
}
