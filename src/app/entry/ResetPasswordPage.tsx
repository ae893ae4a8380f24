import { useRef, useState } from 'react';
import { Link, useNavigate, useParams } from 'react-router-dom';
import texts from '../../../schemas/texts/entry.json';
import { type ApiError, toApiError } from '../../api/apiError';
import { resetPassword } from '../../api/users';
import { sessionStore } from '../session/sessionStore';
import { PageHeading } from '../shell/PageHeading';
import { createAttempts } from '../steps/attempts';
import { Banner } from '../ui/Banner';
import { toast } from '../ui/toasts';
import { EntryFrame } from './EntryFrame';
import { FlatEntryForm } from './FlatEntryForm';
import { messageOf } from './messageOf';

/** A new password by the link of the mail; afterwards to /login. */
export function ResetPasswordPage() {
  const { id = '' } = useParams();
  const navigate = useNavigate();
  const [error, setError] = useState<ApiError>();
  const attempts = useRef(createAttempts()).current;
  async function submit({ password }: Record<string, unknown>) {
    setError(undefined);
    try {
      await resetPassword(id, String(password), attempts.keyFor({ id, password }));
      // The server has ended every session of this account.
      sessionStore.clear();
      toast('success', texts.reset.done);
      await navigate('/login');
    } catch (cause) {
      setError(toApiError(cause));
    }
  }
  return (
    <EntryFrame width="narrow">
      <PageHeading title={texts.reset.title} hasErrors={Boolean(error)}>
        {texts.reset.heading}
      </PageHeading>
      <p className="ap-lead">{texts.reset.lead}</p>
      {error && (
        <Banner kind="error" title={messageOf(error, texts.reset.failed)}>
          {error.code === 'tokenUsed' && <Link to="/login">{texts.reset.again}</Link>}
        </Banner>
      )}
      <FlatEntryForm
        step="reset-password"
        submit={texts.reset.submit}
        pending={texts.reset.pending}
        onSubmit={submit}
      />
    </EntryFrame>
  );
}
