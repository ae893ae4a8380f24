import { type FormEvent, useRef, useState } from 'react';
import { toApiError } from '../../api/apiError';

/**
 * Runs `act` one at a time: a second press, even in the same instant, does nothing while the first is at work.
 * Answers whether it is, and the guarded act.
 */
export function usePending<Given extends unknown[]>(
  act: (...given: Given) => Promise<void>,
): [isPending: boolean, run: (...given: Given) => Promise<void>] {
  const isAtWork = useRef(false);
  const [isPending, setPending] = useState(false);
  async function run(...given: Given): Promise<void> {
    if (isAtWork.current) return;
    isAtWork.current = true;
    setPending(true);
    try {
      await act(...given);
    } finally {
      isAtWork.current = false;
      setPending(false);
    }
  }
  return [isPending, run];
}

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
