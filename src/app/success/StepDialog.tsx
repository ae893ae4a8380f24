import { useState } from 'react';
import type { Step } from '../../model/types';
import { LoadingStep } from '../steps/LoadingStep';
import { Dialog } from '../ui/Dialog';
import { StepDialogForm } from './StepDialogForm';

interface StepDialogProps {
  step: Step;
  trnId: string;
  title: string;
  readonly?: boolean;
  onSaved?(): void;
  onClose(): void;
}

/** Sections answered after the application was handed in, over the page (spec 003, section 2). */
export function StepDialog({ step, trnId, title, readonly = false, onSaved, onClose }: StepDialogProps) {
  // What is saved here may become read-only; this dialog is then about to close.
  const [wasReadonly] = useState(readonly);
  return (
    <Dialog title={title} onClose={onClose}>
      <LoadingStep flow="success" step={step} trnId={trnId} purpose="review">
        {(loaded) => (
          <StepDialogForm loaded={loaded} trnId={trnId} readonly={wasReadonly} onSaved={onSaved} onDone={onClose} />
        )}
      </LoadingStep>
    </Dialog>
  );
}
