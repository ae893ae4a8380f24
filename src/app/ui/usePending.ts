import { type FormEvent, useRef, useState } from 'react';
import { toApiError } from '../../api/apiError';

/** Returns whether `action` is running, and a function that runs it. Ignores calls while `action` runs. */
export function usePending<Given extends unknown[]>(
  action: (...given: Given) => Promise<void>,
): [isPending: boolean, run: (...given: Given) => Promise<void>] {
  const isAtWork = useRef(false);
  const [isPending, setPending] = useState(false);
  async function run(...given: Given): Promise<void> {
    if (isAtWork.current) return;
    isAtWork.current = true;
    setPending(true);
    try {
      await action(...given);
    } finally {
      isAtWork.current = false;
      setPending(false);
    }
  }
  return [isPending, run];
}

/** Sends one submission at a time. `error` is empty unless the last one failed. */
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
