import { useState } from 'react';
import { vi } from 'vitest';
import { NextRow } from '../../../src/app/shell/NextRow';
import { useStepSubmit } from '../../../src/app/shell/stepActions';

/** The submit function of the displayed step page. */
export const submitPage = vi.fn<() => Promise<void>>(async () => undefined);

/** Replaces the step pages in tests of the shell. Its button removes the page. Pressed again, it loads a new one. */
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
  return (
    <>
      <p>The page of this step</p>
      <NextRow />
    </>
  );
}

export function PaymentPage() {
  return <StepPage />;
}

export function SuccessPage() {
  return <StepPage />;
}
