import type { ReactNode } from 'react';
import { Skeleton } from '../ui/Skeleton';
import { LoadFailed } from './LoadFailed';
import type { LoadedStep } from './loadedStep';
import { useLoadedStep, type WantedStep } from './useLoadedStep';

interface LoadingStepProps {
  step: WantedStep['step'];
  trnId: string;
  flow?: WantedStep['flow'];
  purpose?: WantedStep['purpose'];
  children(loaded: LoadedStep): ReactNode;
}

/** Fetches a step; until it is there its grey shape, and when it cannot be had, why. */
export function LoadingStep({ step, trnId, flow = 'application', purpose = 'fill', children }: LoadingStepProps) {
  const { loaded, error, retry } = useLoadedStep({ flow, step, trnId, purpose });
  if (loaded) return children(loaded);
  if (error) return <LoadFailed step={step.id} error={error} onRetry={retry} />;
  return <Skeleton lines={6} />;
}
