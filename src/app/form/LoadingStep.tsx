import { type ReactNode, useMemo, useState } from 'react';
import { createKey } from '../../api/act';
import type { ApiError } from '../../api/apiError';
import { useDrafts } from '../../api/drafts';
import { useForm } from '../../api/forms';
import type { StepRecords } from '../../api/stepRecords';
import { hasRecords, useStepRecords } from '../../api/steps';
import type { Step } from '../../model/types';
import { Skeleton } from '../ui/Skeleton';
import { LoadFailed } from './LoadFailed';
import { type LoadedStep, loadedStep } from './loadedStep';
import { useCheckers } from './useCheckers';

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

interface WantedStep {
  flow: 'application' | 'success';
  step: Step;
  trnId: string;
  purpose: 'fill' | 'review';
}

const neverSaved: StepRecords = { version: 0 };

/** Everything a step page needs before it can be drawn; a review looks at what was saved alone. `retry` asks again for what failed. */
function useLoadedStep({ flow, step, trnId, purpose }: WantedStep): {
  loaded?: LoadedStep;
  error?: ApiError | Error;
  retry(): void;
} {
  const [visit] = useState(createKey);
  const form = useForm(flow, step.id);
  const records = useStepRecords(step.id, trnId, visit);
  const drafts = useDrafts(trnId, purpose === 'fill' ? sectionNames(step) : [], visit);
  const checkers = useCheckers(form.data);
  const answers = hasRecords(step.id) ? records.data : neverSaved;
  const sources = purpose === 'fill' ? answers?.sources : undefined;
  const loaded = useMemo(
    () =>
      form.data && answers && drafts.data && checkers.data
        ? loadedStep(step, form.data, { ...answers, sources }, drafts.data, checkers.data)
        : undefined,
    [step, form.data, answers, sources, drafts.data, checkers.data],
  );
  const parts = [form, records, drafts, checkers];
  return {
    loaded,
    error: parts.find((part) => part.error)?.error,
    retry: () => {
      for (const part of parts) if (part.error) void part.mutate();
    },
  };
}

function sectionNames(step: Step): string[] {
  return step.sections.map(({ section }) => section);
}
