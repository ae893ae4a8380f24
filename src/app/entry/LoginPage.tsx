import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import { Navigate, useSearchParams } from 'react-router-dom';
import texts from '../../../schemas/texts/entry.json';
import { type ApiError, toApiError } from '../../api/apiError';
import { useApplicationDetail, useSectionStatus } from '../../api/application';
import { exchangeCode, login } from '../../api/users';
import { fillText } from '../../model/fillText';
import { beginSession } from '../session/sessionEnd';
import { sessionStore, useSession } from '../session/sessionStore';
import { homePath } from '../shell/application';
import { FailedPage, SlowLoader } from '../shell/FailedPage';
import { PageHeading } from '../shell/PageHeading';
import { Banner } from '../ui/Banner';
import { Button } from '../ui/Button';
import { confirm } from '../ui/QuestionHost';
import { Loader } from '../ui/Skeleton';
import { toast } from '../ui/Toaster';
import { EntryFrame } from './EntryFrame';
import { FlatEntryForm } from './FlatEntryForm';
import { messageOf } from './LoadProblem';

const ForgotPassword = lazy(async () => ({ default: (await import('./ForgotPassword')).ForgotPassword }));

/** Login; someone who has a session goes on where they were. */
export function LoginPage() {
  const { token, logout } = useSession();
  const [error, setError] = useState<ApiError>();
  const [isForgotten, setForgotten] = useState(false);
  const code = codeOf(useSearchParams()[0]);
  if (code) return <LoginCode code={code} />;
  if (token) return <Resume />;
  async function submit({ email, password }: Record<string, unknown>) {
    setError(undefined);
    try {
      await beginSession((await login(String(email), String(password))).records, String(email));
    } catch (cause) {
      setError(toApiError(cause));
    }
  }
  return (
    <EntryFrame width="narrow">
      <PageHeading title={texts.login.title} hasErrors={Boolean(error)}>
        {texts.login.heading}
      </PageHeading>
      <p className="rp-frame__lead">{texts.login.lead}</p>
      {error && (
        <Banner kind="error" title={messageOf(error, texts.login.failed)}>
          {error.status === 429 && <p>{texts.login.byMail}</p>}
        </Banner>
      )}
      {logout && !error && <Banner kind="info" title={texts.session.loggedOut} />}
      <FlatEntryForm step="login" submit={texts.login.submit} pending={texts.login.pending} onSubmit={submit}>
        <Button variant="link" onClick={() => setForgotten(true)}>
          {texts.login.forgot}
        </Button>
      </FlatEntryForm>
      <Suspense>{isForgotten && <ForgotPassword onClose={() => setForgotten(false)} />}</Suspense>
    </EntryFrame>
  );
}

export interface Code {
  trn_id: string;
  url: string;
  token: string;
}

/** A login address with a one-time code: exchanges it, asking first when someone else is signed in, and opens /instruction. */
export function LoginCode({ code }: { code: Code }) {
  const [target, setTarget] = useState('');
  const isBegun = useRef(false);
  // A code is good once: the exchange is an act, not a fetch.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each address.
  useEffect(() => {
    if (isBegun.current) return;
    isBegun.current = true;
    void enter(code).then(setTarget);
  }, []);
  return target ? <Navigate to={target} replace /> : <Loader />;
}

/** Where to go on. */
async function enter(code: Code): Promise<string> {
  const { token, email, trnId } = sessionStore.read();
  if (token && trnId !== code.trn_id && !(await mayReplace(email))) return '/login';
  try {
    await beginSession((await exchangeCode(code)).records);
    return '/instruction';
  } catch {
    // Whatever was wrong with the code, the applicant can still log in.
    toast('error', texts.session.linkUsed);
    return '/login';
  }
}

function mayReplace(email: string): Promise<boolean> {
  return confirm({
    title: texts.session.otherTitle,
    text: fillText(texts.session.other, { email }),
    yes: texts.session.switch,
    no: texts.session.keep,
  });
}

/** The code of a login address, when it carries one. */
export function codeOf(search: URLSearchParams): Code | undefined {
  const [trn_id, url, token] = [search.get('trn_id'), search.get('url'), search.get('token')];
  return trn_id && url && token ? { trn_id, url, token } : undefined;
}

/** Fetches how far the application is and goes there (spec 000, section 4, Login success). */
export function Resume() {
  const { trnId } = useSession();
  const detail = useApplicationDetail(trnId);
  const status = useSectionStatus(trnId);
  const error = detail.error ?? status.error;
  const retry = () => {
    void detail.mutate();
    void status.mutate();
  };
  if (error) return <FailedPage error={error} onRetry={retry} />;
  if (!detail.data || !status.data) return <SlowLoader />;
  return <Navigate to={homePath(detail.data, status.data)} replace />;
}
