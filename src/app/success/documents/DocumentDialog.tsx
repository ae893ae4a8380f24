import { lazy, Suspense, useRef, useState } from 'react';
import { useForm } from '../../../api/forms';
import { createKey } from '../../../api/idempotentCall';
import { useStepRecords } from '../../../api/steps';
import { startReview } from '../../../api/success';
import { loadWidget } from '../../../engine/Answer';
import { useMessages } from '../../../messages/useMessages';
import { fillText } from '../../../model/messages/fillText';
import { stepInRole } from '../../../model/section/flow';
import { LoadFailed } from '../../form/LoadingStep';
import { useCheckers } from '../../form/useCheckers';
import { applicationFlow } from '../../shell/application';
import { Button } from '../../ui/Button';
import { Dialog } from '../../ui/Dialog';
import { Skeleton } from '../../ui/Skeleton';
import { dismissToasts, toast } from '../../ui/Toaster';
import { documentsStep } from '../successSteps';
import type { Wanted } from './DocumentGroups';

/** Loads the upload widget too, so that the dialog shows files instead of "Loading" under each question. */
const DocumentGroups = lazy(async () => {
  const [groups] = await Promise.all([import('./DocumentGroups'), loadWidget('Upload')]);
  return { default: groups.DocumentGroups };
});

interface DocumentDialogProps {
  trnId: string;
  applicationNumber: string;
  /** Shows only the upload forms for this document, if there are any. */
  wanted?: Wanted;
  onClose(): void;
}

/** Starts the review on submit, and on close if there's at least one file (docs/spec/003.md, §4). */
export function DocumentDialog({ trnId, applicationNumber, wanted, onClose }: DocumentDialogProps) {
  const messages = useMessages('success').documents;
  const [visit] = useState(createKey);
  const form = useForm('success', documentsStep().id);
  const checkers = useCheckers(form.data);
  const income = useStepRecords(stepInRole(applicationFlow(), 'income'), trnId, visit);
  const countFiles = useRef<() => number>(() => 0);
  const isBusy = useRef(false);
  const error = form.error ?? checkers.error ?? income.error;

  /** Returns false and shows an error if the call fails. */
  async function review(): Promise<boolean> {
    toast('info', messages.saving);
    try {
      await startReview(trnId, applicationNumber);
      dismissToasts();
      return true;
    } catch {
      dismissToasts();
      toast('error', messages.failed);
      return false;
    }
  }

  async function submit(isLeaving: boolean) {
    if (isBusy.current) return;
    isBusy.current = true;
    const isDone = isLeaving && countFiles.current() === 0 ? true : await review();
    isBusy.current = false;
    if (isDone || isLeaving) onClose();
  }

  const retry = () => void Promise.all([form.mutate(), checkers.mutate(), income.mutate()]);
  return (
    <Dialog
      title={wanted ? fillText(messages.one, { title: wanted.title }) : messages.title}
      size={wanted ? 'normal' : 'full'}
      onClose={() => void submit(true)}
      footer={
        <Button variant="primary" onClick={() => void submit(false)}>
          {messages.submit}
        </Button>
      }
    >
      {form.data && checkers.data && income.data ? (
        <Suspense fallback={<Skeleton fields={6} />}>
          <DocumentGroups
            trnId={trnId}
            form={form.data}
            checkers={checkers.data}
            income={income.data}
            wanted={wanted}
            onFiles={(count) => {
              countFiles.current = count;
            }}
          />
        </Suspense>
      ) : error ? (
        <LoadFailed step="income" error={error} onRetry={retry} />
      ) : (
        <Skeleton fields={6} />
      )}
    </Dialog>
  );
}
