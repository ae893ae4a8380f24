import { vi } from 'vitest';
import { useStepSubmit } from '../../../src/app/shell/stepActions';

/** Submit function of the shown step page. */
export const submitPage = vi.fn<() => Promise<void>>(async () => undefined);

/** Replaces the step pages in tests of the shell. */
export function StepPage() {
  useStepSubmit(submitPage);
  return <p>The page of this step</p>;
}

export function PaymentPage() {
  return <StepPage />;
}

export function SuccessPage() {
  return <StepPage />;
}
