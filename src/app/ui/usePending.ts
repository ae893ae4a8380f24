import { useRef, useState } from 'react';

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
