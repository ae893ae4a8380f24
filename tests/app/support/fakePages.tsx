import { vi } from 'vitest';
import { useStepSubmit } from '../../../src/app/shell/stepActions';

/** The submit of whatever step page is shown. */
export const submitPage = vi.fn<() => Promise<void>>(async () => undefined);

/** Takes the place of the step pages where only the shell is looked at. */
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
