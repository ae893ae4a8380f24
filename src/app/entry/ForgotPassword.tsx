import { useState } from 'react';
import texts from '../../../schemas/texts/entry.json';
import { toApiError } from '../../api/apiError';
import { forgotPassword } from '../../api/users';
import { Banner } from '../ui/Banner';
import { Button } from '../ui/Button';
import { Dialog } from '../ui/Dialog';
import { FlatEntryForm } from './FlatEntryForm';
import { messageOf } from './LoadProblem';

/** The Forgot Password modal: asks for the address and says that a link is on its way. */
export function ForgotPassword({ onClose }: { onClose(): void }) {
  const [sent, setSent] = useState('');
  const [error, setError] = useState('');
  async function submit({ email }: Record<string, unknown>) {
    setError('');
    try {
      setSent((await forgotPassword(String(email))).message || texts.forgot.sent);
    } catch (cause) {
      setError(messageOf(toApiError(cause), texts.forgot.failed));
    }
  }
  const close = <Button onClick={onClose}>{texts.forgot.close}</Button>;
  return (
    <Dialog title={texts.forgot.title} onClose={onClose} footer={sent && close}>
      {error && <Banner kind="error" title={error} />}
      {sent ? (
        <p role="status">{sent}</p>
      ) : (
        <FlatEntryForm
          step="forgot-password"
          submit={texts.forgot.submit}
          pending={texts.forgot.pending}
          onSubmit={submit}
        />
      )}
    </Dialog>
  );
}
