import { useState } from 'react';
import { toApiError } from '../../api/apiError';
import { forgotPassword } from '../../api/users';
import { useMessages } from '../../messages/useMessages';
import { FlatEntryForm } from '../form/FlatEntryForm';
import { Banner } from '../ui/Banner';
import { Button } from '../ui/Button';
import { CancelButton } from '../ui/CancelButton';
import { Dialog } from '../ui/Dialog';
import { refusalMessage } from '../ui/LoadError';

export function ForgotPassword({ onClose }: { onClose(): void }) {
  const messages = useMessages('entry');
  const [sent, setSent] = useState('');
  const [error, setError] = useState('');
  async function submit({ email }: Record<string, unknown>) {
    setError('');
    try {
      setSent((await forgotPassword(String(email))).message || messages.forgot.sent);
    } catch (cause) {
      setError(refusalMessage(toApiError(cause), messages.forgot.failed));
    }
  }
  const close = <Button onClick={onClose}>{messages.forgot.close}</Button>;
  return (
    <Dialog title={messages.forgot.title} onClose={onClose} footer={sent ? close : undefined}>
      {error && <Banner kind="error" title={error} />}
      {sent ? (
        <p role="status">{sent}</p>
      ) : (
        <FlatEntryForm
          step="forgot-password"
          submit={messages.forgot.submit}
          pending={messages.forgot.pending}
          onSubmit={submit}
        >
          <CancelButton />
        </FlatEntryForm>
      )}
    </Dialog>
  );
}
