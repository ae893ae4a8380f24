import { useState } from 'react';
import { useNavigate, useParams } from 'react-router-dom';
import texts from '../../../schemas/texts/entry.json';
import { createAct } from '../../api/act';
import { type ApiError, toApiError } from '../../api/apiError';
import { resetPassword, useResetLink } from '../../api/users';
import { sessionStore } from '../session/sessionStore';
import { SlowLoader } from '../shell/FailedPage';
import { PageHeading } from '../shell/PageHeading';
import { Banner } from '../ui/Banner';
import { Button } from '../ui/Button';
import { toast } from '../ui/Toaster';
import { EntryFrame } from './EntryFrame';
import { FlatEntryForm } from './FlatEntryForm';
import { ForgotPassword } from './ForgotPassword';
import { messageOf } from './LoadProblem';

/** A new password by the link of the mail; afterwards to /login. */
export function ResetPasswordPage() {
  const { id = '' } = useParams();
  const navigate = useNavigate();
  const [error, setError] = useState<ApiError>();
  const [act] = useState(createAct);
  async function submit({ password }: Record<string, unknown>) {
    setError(undefined);
    try {
      await act({ id, password }, (key) => resetPassword(id, String(password), key));
      // The server has ended every session of this account.
      sessionStore.clear();
      toast('success', texts.reset.done);
      await navigate('/login');
    } catch (cause) {
      setError(toApiError(cause));
    }
  }
  const link = useResetLink(id);
  const dead = [error, link.error].find((one) => one?.code === 'tokenUsed');
  if (!dead && link.isLoading) return <SlowLoader />;
  return (
    <EntryFrame width="narrow">
      <PageHeading title={texts.reset.title} hasErrors={Boolean(dead ?? error)}>
        {texts.reset.heading}
      </PageHeading>
      {dead ? (
        <DeadLink message={dead.message} />
      ) : (
        <>
          <p className="rp-frame__lead">{texts.reset.lead}</p>
          {error && <Banner kind="error" title={messageOf(error, texts.reset.failed)} />}
          <FlatEntryForm
            step="reset-password"
            submit={texts.reset.submit}
            pending={texts.reset.pending}
            onSubmit={submit}
          />
        </>
      )}
    </EntryFrame>
  );
}

/** In place of the form: no password is to be thought of for a link that will not take it. */
function DeadLink({ message }: { message: string }) {
  const [isAsked, setAsked] = useState(false);
  return (
    <>
      <Banner kind="error" title={message}>
        <Button onClick={() => setAsked(true)}>{texts.reset.again}</Button>
      </Banner>
      {isAsked && <ForgotPassword onClose={() => setAsked(false)} />}
    </>
  );
}
