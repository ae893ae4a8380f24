import { useState } from 'react';
import { vi } from 'vitest';
import { useStepSubmit } from '../../../src/app/shell/stepActions';

/** Submit function of the shown step page. */
export const submitPage = vi.fn<() => Promise<void>>(async () => undefined);

/** Replaces the step pages in tests of the shell. Its button loads it again, like a page whose form changed. */
export function StepPage() {
  const [isThere, setThere] = useState(true);
  return (
    <>
      <button type="button" onClick={() => setThere(!isThere)}>
        Load again
      </button>
      {isThere && <LoadedPage />}
    </>
  );
}

function LoadedPage() {
  useStepSubmit(submitPage);
  return <p>The page of this step</p>;
}

export function PaymentPage() {
  return <StepPage />;
}

export function SuccessPage() {
  return <StepPage />;
}
