import { type ReactNode, useMemo, useState } from 'react';
import { useLocation } from 'react-router-dom';
import texts from '../../../schemas/texts/steps.json';
import { createKey } from '../../api/act';
import type { ApiError } from '../../api/apiError';
import { useDrafts } from '../../api/drafts';
import { useForm } from '../../api/forms';
import { startOpening } from '../../api/opening';
import { hasRecords, useStepRecords } from '../../api/steps';
import type { StepRecords } from '../../contract/steps';
import type { Step } from '../../model/types';
import { Banner } from '../ui/Banner';
import { Button } from '../ui/Button';
import { Skeleton } from '../ui/Skeleton';
import { type LoadedStep, loadedStep } from './loadedStep';
import { useCheckers } from './useCheckers';

interface LoadingStepProps {
  step: WantedStep['step'];
  trnId: string;
  flow?: WantedStep['flow'];
  purpose?: WantedStep['purpose'];
  /** Its grey shape, where it is more than its panels. */
  waiting?: ReactNode;
  children(loaded: LoadedStep): ReactNode;
}

/** Fetches a step; until it is there its grey shape, and when it cannot be had, why. */
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

/** The panels of the flow file, the one that the address names open; in a dialog the questions only. */
function StepSkeleton({ step, isPage }: { step: Step; isPage: boolean }) {
  const { hash } = useLocation();
  const anchors = [...new Set(step.sections.map(({ anchor }) => anchor))];
  const open = Math.max(0, anchors.indexOf(hash.slice(1)));
  return <Skeleton fields={6} panels={isPage ? { count: anchors.length, open } : undefined} holdsRest={isPage} />;
}

interface WantedStep {
  flow: 'application' | 'success';
  step: Step;
  trnId: string;
  purpose: 'fill' | 'review';
}

const neverSaved: StepRecords = { version: 0 };

/** Everything a step page needs before it can be drawn; a review looks at what was saved only. `retry` asks again for what failed. */
function useLoadedStep({ flow, step, trnId, purpose }: WantedStep): {
  loaded?: LoadedStep;
  error?: ApiError | Error;
  retry(): void;
} {
  const [visit] = useState(() => openVisit(flow, step));
  const form = useForm(flow, step.id);
  const records = useStepRecords(step, trnId, visit);
  const drafts = useDrafts(trnId, purpose === 'fill' ? sectionNames(form.data?.step ?? step) : [], visit);
  const checkers = useCheckers(form.data);
  const answers = hasRecords(step) ? records.data : neverSaved;
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

/** A new visit of a page; everything it needs is asked for before it is drawn. The dialogs of the success page ask by themselves. */
function openVisit(flow: WantedStep['flow'], { id }: Step): string {
  if (flow === 'application') startOpening(flow, id);
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

/** In place of a step that could not be fetched: the words of the specification, the reason, and a way on. */
export function LoadFailed({ step, error, onRetry }: LoadFailedProps) {
  const titles: Record<string, string> = texts.loadFailed;
  return (
    <Banner kind="error" title={titles[step] ?? texts.loadFailed.identification}>
      <p>{error.message}</p>
      <p>{texts.loadFailed.safe}</p>
      <Button onClick={onRetry}>{texts.loadFailed.retry}</Button>
    </Banner>
  );
}
