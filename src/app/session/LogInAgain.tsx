import { Box } from '@chakra-ui/react/box';
import { Input } from '@chakra-ui/react/input';
import { type FormEvent, useEffect, useId, useState } from 'react';
import { ApiError, toApiError } from '../../api/apiError';
import { forgotPassword, keepSessionAlive, login } from '../../api/users';
import { pageMessages, useMessages } from '../../messages/useMessages';
import { fillText } from '../../model/messages/fillText';
import { Banner } from '../ui/Banner';
import { Button } from '../ui/Button';
import { Dialog } from '../ui/Dialog';
import { usePending } from '../ui/usePending';
import type { LoginQuestion } from './connectStore';
import { leaveEndedSession, logOut } from './sessionEnd';
import { sessionStore } from './sessionStore';

export function LogInAgain({ question }: { question: LoginQuestion }) {
  const messages = useMessages('shell').signInAgain;
  const { email, loginName } = sessionStore.read();
  const name = loginName || email;
  const [error, setError] = useState('');
  const [sentTo, setSentTo] = useState('');
  const sendResetLink = async () => {
    try {
      await forgotPassword(email);
      setSentTo(email);
    } catch (cause) {
      setError(toApiError(cause).message);
    }
  };
  const [isPending, submit] = usePending(async (password: string) => {
    if (!password) return setError(messages.required);
    try {
      await logInAgainAs(name, password);
      question.answer(true);
    } catch (cause) {
      setError(toApiError(cause).message);
    }
  });
  const leave = () => {
    void leaveEndedSession();
    question.answer(false);
  };
  return (
    // After the dialog is closed, the next refused call opens it again.
    <Dialog title={messages.title} kind="alert" onClose={() => question.answer(false)}>
      <Box as="p" marginBottom="4">
        {fillText(messages.text, { email })}
      </Box>
      <form className="ap-sign-in-again" onSubmit={(event) => void submit(readPassword(event))} noValidate>
        <input type="text" name="username" autoComplete="username" defaultValue={name} hidden readOnly />
        <PasswordField error={error} />
        <p role="status">{sentTo && fillText(messages.sent, { email: sentTo })}</p>
        <div className="rp-buttons">
          <Button variant="primary" type="submit" aria-disabled={isPending}>
            {messages.submit}
          </Button>
          <Button variant="link" onClick={() => void sendResetLink()}>
            {messages.forgot}
          </Button>
          <Button variant="link" onClick={leave}>
            {messages.leave}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

function readPassword(event: FormEvent<HTMLFormElement>): string {
  event.preventDefault();
  return String(new FormData(event.currentTarget).get('password') ?? '');
}

function PasswordField({ error }: { error: string }) {
  const messages = useMessages('shell').signInAgain;
  const id = useId();
  const [isSeen, setSeen] = useState(false);
  const { show, hide, showLabel, hideLabel } = messages;
  return (
    <div className="rp-field" data-invalid={error ? '' : undefined}>
      <label className="rp-label" htmlFor={id}>
        {messages.password}
      </label>
      <p className="rp-error" id={`${id}-error`} role="alert">
        {error}
      </p>
      <div className="rp-with-button">
        <Input
          id={id}
          name="password"
          type={isSeen ? 'text' : 'password'}
          autoComplete="current-password"
          aria-invalid={Boolean(error)}
          aria-describedby={`${id}-error`}
        />
        <Button aria-label={isSeen ? hideLabel : showLabel} aria-controls={id} onClick={() => setSeen(!isSeen)}>
          {isSeen ? hide : show}
        </Button>
      </div>
    </div>
  );
}

/** Logs in to the same application, because another account must not complete pending requests. */
async function logInAgainAs(name: string, password: string): Promise<void> {
  const { records } = await login(name, password);
  if (records.trn_id !== sessionStore.read().trnId) throw new ApiError(403, pageMessages('shell').signInAgain.other);
  sessionStore.update({ token: records.token, refreshToken: records.refreshToken });
}

/** The next call must come after the session's end, so that it's refused and the login dialog opens. */
const LOGIN_DELAY_MS = 2_000;

export function SessionWarning({ end }: { end: number }) {
  const messages = useMessages('shell');
  const [error, setError] = useState('');
  const [isPending, stay] = usePending(async () => {
    setError('');
    try {
      await keepSessionAlive(sessionStore.read().trnId);
    } catch (cause) {
      setError(toApiError(cause).message);
    }
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: depends only on `end`.
  useEffect(() => {
    const timer = setTimeout(() => void stay(), Math.max(0, end - Date.now()) + LOGIN_DELAY_MS);
    return () => clearTimeout(timer);
  }, [end]);
  const minutes = Math.max(1, Math.round((end - Date.now()) / 60_000));
  return (
    <Dialog title={messages.warning.title} kind="alert" onClose={() => void stay()}>
      {error && <Banner kind="error" title={error} />}
      <p>{fillText(messages.warning.text, { minutes })}</p>
      <div className="rp-buttons">
        <Button variant="primary" aria-disabled={isPending} onClick={() => void stay()}>
          {messages.warning.stay}
        </Button>
        <Button variant="link" onClick={() => void logOut()}>
          {messages.header.logout}
        </Button>
      </div>
    </Dialog>
  );
}
