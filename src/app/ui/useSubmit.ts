import { type FormEvent, useState } from 'react';
import { toApiError } from '../../api/apiError';

/** One try at a time; what the server says to it stands at the field. */
export function useSubmit(send: () => Promise<unknown>) {
  const [error, setError] = useState('');
  const [isDone, setDone] = useState(false);
  const [isBusy, setBusy] = useState(false);
  async function submit(event: FormEvent) {
    event.preventDefault();
    if (isBusy) return;
    setBusy(true);
    setError('');
    try {
      await send();
      setDone(true);
    } catch (cause) {
      setError(toApiError(cause).message);
    }
    setBusy(false);
  }
  return { error, isDone, submit: (event: FormEvent) => void submit(event) };
}
