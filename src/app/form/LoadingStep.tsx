import { type ReactNode, useMemo, useState } from 'react';
import type { ApiError } from '../../api/apiError';
import { startBootstrap } from '../../api/bootstrap';
import { useDrafts } from '../../api/drafts';
import { useForm } from '../../api/forms';
import { createKey } from '../../api/idempotentCall';
import { hasRecords, useStepRecords } from '../../api/steps';
import type { StepRecords } from '../../contract/steps';
import { useMessages } from '../../messages/useMessages';
import type { Step } from '../../model/types';
import { StepSkeleton } from '../shell/StepSkeleton';
import { Banner } from '../ui/Banner';
import { Button } from '../ui/Button';
import { type LoadedStep, loadedStep, type StepPurpose } from './loadedStep';
import { useCheckers } from './useCheckers';

interface LoadingStepProps {
  step: WantedStep['step'];
  trnId: string;
  flow?: WantedStep['flow'];
  purpose?: WantedStep['purpose'];
  waiting?: ReactNode;
  children(loaded: LoadedStep): ReactNode;
}

export function LoadingStep({
  step,
  trnId,
  flow = 'application',
  purpose = 'fill',
  waiting,
  children,
}: LoadingStepProps) {
  const { loaded, error, retry } = useLoadedStep({ flow, step, trnId, purpose });
  if (loaded) return children(loaded);
  if (error) return <LoadFailed step={step.id} error={error} onRetry={retry} />;
  return waiting ?? <StepSkeleton step={step} isPage={flow === 'application'} />;
}

interface WantedStep {
  flow: 'application' | 'success';
  step: Step;
  trnId: string;
  purpose: StepPurpose;
}

const neverSaved: StepRecords = { version: 0 };

function useLoadedStep({ flow, step, trnId, purpose }: WantedStep): {
  loaded?: LoadedStep;
  error?: ApiError | Error;
  retry(): void;
} {
  const [visit] = useState(() => startVisit(flow, step));
  const form = useForm(flow, step.id);
  const records = useStepRecords(step, trnId, visit);
  const drafts = useDrafts(trnId, purpose === 'fill' ? sectionNames(form.data?.step ?? step) : [], visit);
  const checkers = useCheckers(form.data);
  const answers = hasRecords(step) ? records.data : neverSaved;
  const loaded = useMemo(
    () =>
      form.data && answers && drafts.data && checkers.data
        ? loadedStep(step, form.data, answers, drafts.data, checkers.data, purpose)
        : undefined,
    [step, form.data, answers, drafts.data, checkers.data, purpose],
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

/** Returns a cache key for this visit. In the application flow, also requests the page's data. */
function startVisit(flow: WantedStep['flow'], { id }: Step): string {
  if (flow === 'application') startBootstrap(flow, id);
  return createKey();
}

function sectionNames(step: Step): string[] {
  return step.sections.map(({ section }) => section);
}

interface LoadFailedProps {
  step: string;
  error: Error;
  onRetry(): void;
}

export function LoadFailed({ step, error, onRetry }: LoadFailedProps) {
  const texts = useMessages('steps');
  const titles: Record<string, string> = texts.loadFailed;
  return (
    <Banner kind="error" title={titles[step] ?? texts.loadFailed.identification}>
      <p>{error.message}</p>
      <p>{texts.loadFailed.safe}</p>
      <Button onClick={onRetry}>{texts.loadFailed.retry}</Button>
    </Banner>
  );
}
