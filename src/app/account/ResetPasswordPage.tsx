import { useState } from 'react';
import { useNavigate, useParams } from 'react-router-dom';
import { type ApiError, toApiError } from '../../api/apiError';
import { createIdempotentCall } from '../../api/idempotentCall';
import { resetPassword, useResetLink } from '../../api/users';
import { useMessages } from '../../messages/useMessages';
import { FlatEntryForm } from '../form/FlatEntryForm';
import { sessionStore } from '../session/sessionStore';
import { SlowLoader } from '../shell/FailedPage';
import { PageHeading } from '../shell/PageHeading';
import { PublicFrame } from '../shell/PublicFrame';
import { Banner } from '../ui/Banner';
import { Button } from '../ui/Button';
import { refusalMessage } from '../ui/LoadError';
import { toast } from '../ui/Toaster';
import { ForgotPassword } from './ForgotPassword';

export function ResetPasswordPage() {
  const messages = useMessages('entry').reset;
  const { id = '' } = useParams();
  const navigate = useNavigate();
  const [error, setError] = useState<ApiError>();
  const [resetOnce] = useState(createIdempotentCall);
  async function submit({ password }: Record<string, unknown>) {
    setError(undefined);
    try {
      await resetOnce({ id, password }, (key) => resetPassword(id, String(password), key));
      // The server has ended all sessions of the account.
      sessionStore.clear();
      toast('success', messages.done);
      await navigate('/login');
    } catch (cause) {
      setError(toApiError(cause));
    }
  }
  const link = useResetLink(id);
  const expiry = [error, link.error].find((one) => one?.code === 'tokenUsed');
  if (!expiry && link.isLoading) return <SlowLoader />;
  return (
    <PublicFrame width="narrow">
      <PageHeading title={messages.title} hasErrors={Boolean(expiry ?? error)}>
        {messages.heading}
      </PageHeading>
      {expiry ? (
        <ExpiredLink message={expiry.message} />
      ) : (
        <>
          <p className="rp-frame__lead">{messages.lead}</p>
          {error && <Banner kind="error" title={refusalMessage(error, messages.failed)} />}
          <FlatEntryForm step="reset-password" submit={messages.submit} pending={messages.pending} onSubmit={submit} />
        </>
      )}
    </PublicFrame>
  );
}

/** Replaces the form, because the link can't be used anymore. */
function ExpiredLink({ message }: { message: string }) {
  const messages = useMessages('entry').reset;
  const [isAsked, setAsked] = useState(false);
  return (
    <>
      <Banner kind="error" title={message}>
        <Button onClick={() => setAsked(true)}>{messages.again}</Button>
      </Banner>
      {isAsked && <ForgotPassword onClose={() => setAsked(false)} />}
    </>
  );
}
