import { useRef, useState } from 'react';
import texts from '../../../../schemas/texts/success.json';
import { createKey } from '../../../api/client';
import { useForm } from '../../../api/forms';
import { useStepRecords } from '../../../api/steps';
import { putInReview } from '../../../api/success';
import { LoadFailed } from '../../steps/LoadFailed';
import { useCheckers } from '../../steps/useCheckers';
import { Button } from '../../ui/Button';
import { Dialog } from '../../ui/Dialog';
import { Skeleton } from '../../ui/Skeleton';
import { dismissToasts, toast } from '../../ui/toasts';
import { DocumentGroups } from './DocumentGroups';

interface DocumentDialogProps {
  trnId: string;
  applicationNumber: string;
  onClose(): void;
}

const words = texts.documents;

/** All proof documents over the whole page; Submit, and closing once there is a file, put the application in review (spec 003, section 4). */
export function DocumentDialog({ trnId, applicationNumber, onClose }: DocumentDialogProps) {
  const [visit] = useState(createKey);
  const form = useForm('success', 'documents');
  const checkers = useCheckers(form.data);
  const income = useStepRecords('income', trnId, visit);
  const countFiles = useRef<() => number>(() => 0);
  const isBusy = useRef(false);
  const error = form.error ?? checkers.error ?? income.error;

  /** False when it could not be done, which was told. */
  async function review(): Promise<boolean> {
    toast('info', words.saving);
    try {
      await putInReview(trnId, applicationNumber);
      dismissToasts();
      return true;
    } catch {
      dismissToasts();
      toast('error', words.failed);
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
      title={words.title}
      size="full"
      onClose={() => void submit(true)}
      footer={
        <Button variant="primary" onClick={() => void submit(false)}>
          {words.submit}
        </Button>
      }
    >
      {form.data && checkers.data && income.data ? (
        <DocumentGroups
          trnId={trnId}
          form={form.data}
          checkers={checkers.data}
          income={income.data}
          onFiles={(count) => {
            countFiles.current = count;
          }}
        />
      ) : error ? (
        <LoadFailed step="income" error={error} onRetry={retry} />
      ) : (
        <Skeleton lines={6} />
      )}
    </Dialog>
  );
}
