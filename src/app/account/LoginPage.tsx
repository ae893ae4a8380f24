import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import { Navigate, useSearchParams } from 'react-router-dom';
import { type ApiError, toApiError } from '../../api/apiError';
import { exchangeCode, login } from '../../api/users';
import { pageMessages, useMessages } from '../../messages/useMessages';
import { fillText } from '../../model/messages/fillText';
import { FlatEntryForm } from '../form/FlatEntryForm';
import { beginSession } from '../session/sessionEnd';
import { sessionStore, useSession } from '../session/sessionStore';
import { PageHeading } from '../shell/PageHeading';
import { PublicFrame } from '../shell/PublicFrame';
import { Resume } from '../shell/Resume';
import { Banner } from '../ui/Banner';
import { Button } from '../ui/Button';
import { refusalMessage } from '../ui/LoadError';
import { confirm } from '../ui/QuestionHost';
import { Loader } from '../ui/Skeleton';
import { toast } from '../ui/Toaster';

const ForgotPassword = lazy(async () => ({ default: (await import('./ForgotPassword')).ForgotPassword }));

export function LoginPage() {
  const messages = useMessages('entry');
  const { token, logout } = useSession();
  const [error, setError] = useState<ApiError>();
  const [isForgotten, setForgotten] = useState(false);
  const code = readCode(useSearchParams()[0]);
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
    <PublicFrame width="narrow" hasVersion>
      <PageHeading title={messages.login.title} hasErrors={Boolean(error)}>
        {messages.login.heading}
      </PageHeading>
      <p className="rp-frame__lead">{messages.login.lead}</p>
      {error && (
        <Banner kind="error" title={refusalMessage(error, messages.login.failed)}>
          {error.status === 429 && <p>{messages.login.byMail}</p>}
        </Banner>
      )}
      {logout && !error && <Banner kind="info" title={messages.session.loggedOut} />}
      <FlatEntryForm step="login" submit={messages.login.submit} pending={messages.login.pending} onSubmit={submit}>
        <Button variant="link" onClick={() => setForgotten(true)}>
          {messages.login.forgot}
        </Button>
      </FlatEntryForm>
      <Suspense>{isForgotten && <ForgotPassword onClose={() => setForgotten(false)} />}</Suspense>
    </PublicFrame>
  );
}

export interface Code {
  trn_id: string;
  url: string;
  token: string;
}

export function LoginCode({ code }: { code: Code }) {
  const [target, setTarget] = useState('');
  const isBegun = useRef(false);
  // A code works only once, so it must not be exchanged twice.
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once, when mounted.
  useEffect(() => {
    if (isBegun.current) return;
    isBegun.current = true;
    void enter(code).then(setTarget);
  }, []);
  return target ? <Navigate to={target} replace /> : <Loader />;
}

async function enter(code: Code): Promise<string> {
  const { token, email, trnId } = sessionStore.read();
  if (token && trnId !== code.trn_id && !(await mayReplace(email))) return '/login';
  try {
    await beginSession((await exchangeCode(code)).records);
    return '/instruction';
  } catch {
    // Usually, the link has already been used. The applicant can still log in.
    toast('error', pageMessages('entry').session.linkUsed);
    return '/login';
  }
}

function mayReplace(email: string): Promise<boolean> {
  const messages = pageMessages('entry').session;
  return confirm({
    title: messages.otherTitle,
    text: fillText(messages.other, { email }),
    yes: messages.switch,
    no: messages.keep,
  });
}

export function readCode(search: URLSearchParams): Code | undefined {
  const [trn_id, url, token] = [search.get('trn_id'), search.get('url'), search.get('token')];
  return trn_id && url && token ? { trn_id, url, token } : undefined;
}
