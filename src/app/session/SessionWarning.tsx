import { useEffect, useState } from 'react';
import texts from '../../../schemas/texts/shell.json';
import { toApiError } from '../../api/apiError';
import { stayIn } from '../../api/users';
import { fillText } from '../../model/fillText';
import { Banner } from '../ui/Banner';
import { Button } from '../ui/Button';
import { Dialog } from '../ui/Dialog';
import { usePending } from '../ui/usePending';
import { logOut } from './sessionEnd';
import { sessionStore } from './sessionStore';

/** After the end the server is asked once, a moment later: it then wants the password, in place. */
const AFTER = 2_000;

/** 'Are you still there?': any call keeps the session; without one it ends, and the password is asked for over the page as it stands. */
export function SessionWarning({ end }: { end: number }) {
  const [error, setError] = useState('');
  const [isPending, stay] = usePending(async () => {
    setError('');
    try {
      await stayIn(sessionStore.read().trnId);
    } catch (cause) {
      setError(toApiError(cause).message);
    }
  });
  // The clock is outside React.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the end decides.
  useEffect(() => {
    const timer = setTimeout(() => void stay(), Math.max(0, end - Date.now()) + AFTER);
    return () => clearTimeout(timer);
  }, [end]);
  const minutes = Math.max(1, Math.round((end - Date.now()) / 60_000));
  return (
    <Dialog title={texts.warning.title} kind="alert" onClose={() => void stay()}>
      {error && <Banner kind="error" title={error} />}
      <p>{fillText(texts.warning.text, { minutes })}</p>
      <div className="rp-buttons">
        <Button variant="primary" aria-disabled={isPending} onClick={() => void stay()}>
          {texts.warning.stay}
        </Button>
        <Button variant="link" onClick={() => void logOut()}>
          {texts.header.logout}
        </Button>
      </div>
    </Dialog>
  );
}
