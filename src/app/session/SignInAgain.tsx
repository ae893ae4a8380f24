import { type FormEvent, useId, useState } from 'react';
import texts from '../../../schemas/texts/shell.json';
import { ApiError, toApiError } from '../../api/apiError';
import { login } from '../../api/users';
import { fillText } from '../../model/fillText';
import { Button } from '../ui/Button';
import { Dialog } from '../ui/Dialog';
import { usePending } from '../ui/usePending';
import type { SignInQuestion } from './connectStore';
import { leaveEnded } from './sessionEnd';
import { sessionStore } from './sessionStore';

/** The session ended while the applicant was at work: the password brings it back, and nothing typed is lost. */
export function SignInAgain({ question }: { question: SignInQuestion }) {
  const { email, loginName } = sessionStore.read();
  const name = loginName || email;
  const [error, setError] = useState('');
  const [isPending, submit] = usePending(async (password: string) => {
    if (!password) return setError(texts.signInAgain.required);
    try {
      await signInAs(name, password);
      question.answer(true);
    } catch (cause) {
      setError(toApiError(cause).message);
    }
  });
  const leave = () => {
    // What waits for the password still counts as unsent.
    void leaveEnded();
    question.answer(false);
  };
  return (
    <Dialog title={texts.signInAgain.title} kind="alert" onClose={() => undefined}>
      <p>{fillText(texts.signInAgain.text, { email })}</p>
      <form className="ap-sign-in-again" onSubmit={(event) => void submit(readPassword(event))} noValidate>
        <input type="text" name="username" autoComplete="username" defaultValue={name} hidden readOnly />
        <PasswordField error={error} />
        <div className="rp-buttons">
          <Button variant="primary" type="submit" aria-disabled={isPending}>
            {texts.signInAgain.submit}
          </Button>
          <Button variant="link" onClick={leave}>
            {texts.signInAgain.leave}
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
  const id = useId();
  return (
    <div className="rp-field" data-invalid={error ? '' : undefined}>
      <label className="rp-label" htmlFor={id}>
        {texts.signInAgain.password}
      </label>
      <p className="rp-error" id={`${id}-error`} role="alert">
        {error}
      </p>
      <input
        className="rp-control"
        id={id}
        name="password"
        type="password"
        autoComplete="current-password"
        aria-invalid={Boolean(error)}
        aria-describedby={`${id}-error`}
      />
    </div>
  );
}

/** Another account's tokens must not finish this one's calls. */
async function signInAs(name: string, password: string): Promise<void> {
  const { records } = await login(name, password);
  if (records.trn_id !== sessionStore.read().trnId) throw new ApiError(403, texts.signInAgain.other);
  sessionStore.update({ token: records.token, refreshToken: records.refreshToken });
}
