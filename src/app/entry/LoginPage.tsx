import { lazy, Suspense, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import texts from '../../../schemas/texts/entry.json';
import { type ApiError, toApiError } from '../../api/apiError';
import { login } from '../../api/users';
import { beginSession } from '../session/beginSession';
import { useSession } from '../session/useSession';
import { PageHeading } from '../shell/PageHeading';
import { Banner } from '../ui/Banner';
import { Button } from '../ui/Button';
import { EntryFrame } from './EntryFrame';
import { FlatEntryForm } from './FlatEntryForm';
import { codeOf, LoginCode } from './LoginCode';
import { messageOf } from './messageOf';
import { Resume } from './Resume';

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
      await beginSession((await login(String(email), String(password))).records);
    } catch (cause) {
      setError(toApiError(cause));
    }
  }
  return (
    <EntryFrame width="narrow">
      <PageHeading title={texts.login.title} hasErrors={Boolean(error)}>
        {texts.login.heading}
      </PageHeading>
      <p className="ap-lead">{texts.login.lead}</p>
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
