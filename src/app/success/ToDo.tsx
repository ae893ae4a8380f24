import { useState } from 'react';
import type { ApplicationSummary } from '../../contract/success';
import { ErrorSummary } from '../../engine/ErrorSummary';
import { SectionForm } from '../../engine/SectionForm';
import { useMessages } from '../../messages/useMessages';
import { isStepSkipped } from '../../model/household';
import { fillText } from '../../model/messages/fillText';
import { firstStatus, type OfficeStatus, statusPage } from '../../model/office';
import type { Step } from '../../model/types';
import { useFormServices } from '../form/formServices';
import { LoadingStep } from '../form/LoadingStep';
import type { LoadedStep } from '../form/loadedStep';
import { useSectionForms } from '../form/useSectionForms';
import { useApplication } from '../shell/application';
import { Button } from '../ui/Button';
import { CancelButton } from '../ui/CancelButton';
import { Dialog } from '../ui/Dialog';
import { DocumentsPart } from './documents/DocumentsPart';
import { isAllSent } from './documents/wantedDocuments';
import { desiredStep, supplementalStep, takesDocuments, useDialogMessages } from './successSteps';
import { Task } from './Task';
import { useSaveDialog } from './useSaveDialog';

interface SupplementalProps {
  summary: ApplicationSummary;
  trnId: string;
  onChanged(): void;
}

interface ToDoProps extends SupplementalProps {
  status: OfficeStatus;
  tasksLeft: number;
}

/** Shows the documents and the questionnaire, unfinished tasks first. */
export function ToDo({ summary, status, tasksLeft, trnId, onChanged }: ToDoProps) {
  const messages = useMessages('success').left;
  const { isOpen } = statusPage(status);
  const { secondary_status, secondary_complete: isAnswered } = summary;
  const documents = isOpen && takesDocuments() && (
    <DocumentsPart key="documents" summary={summary} trnId={trnId} onChanged={onChanged} />
  );
  const questions = secondary_status && (isOpen || isAnswered) && (
    <Supplemental key="questions" summary={summary} isNext={tasksLeft === 1} trnId={trnId} onChanged={onChanged} />
  );
  const isSent = isAllSent(summary);
  return (
    <>
      {isOpen && status !== firstStatus && tasksLeft > 0 && <h2>{fillText(messages.title, { n: tasksLeft })}</h2>}
      {isSent && !isAnswered ? [questions, documents] : [documents, questions]}
    </>
  );
}

export function Desired({ trnId }: { trnId: string }) {
  const { application_type, household_role } = useApplication();
  const step = desiredStep(application_type);
  // Some household roles can't choose the home.
  if (!step || isStepSkipped(step, household_role)) return null;
  return <DesiredStep step={step} trnId={trnId} />;
}

function DesiredStep({ step, trnId }: { step: Step; trnId: string }) {
  const [isOpen, setOpen] = useState(false);
  const { link, title } = useDialogMessages(step);
  return (
    <>
      <Button onClick={() => setOpen(true)}>{link}</Button>
      {isOpen && <StepDialog step={step} trnId={trnId} title={title} onClose={() => setOpen(false)} />}
    </>
  );
}

interface NextSupplementalProps extends SupplementalProps {
  /** True if only one task is left. */
  isNext: boolean;
}

/** Stays mounted after a save, because the dialog closes later and then returns the focus. */
function Supplemental({ summary: { secondary_complete: isDone }, isNext, trnId, onChanged }: NextSupplementalProps) {
  const messages = useMessages('success');
  const [isOpen, setOpen] = useState(false);
  const { link, completed, incomplete, help, title, done, step } = messages.secondary;
  return (
    <>
      <Task isDone={isDone} title={isDone ? done : step}>
        {!isDone && <p>{incomplete}</p>}
        {!isDone && <p className="rp-help">{help}</p>}
        <Button variant={isDone ? 'link' : isNext ? 'primary' : 'plain'} onClick={() => setOpen(true)}>
          {isDone ? completed : link}
        </Button>
      </Task>
      {isOpen && (
        <StepDialog
          step={supplementalStep()}
          trnId={trnId}
          title={title}
          readonly={isDone}
          onSaved={onChanged}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  );
}

interface StepDialogProps {
  step: Step;
  trnId: string;
  title: string;
  readonly?: boolean;
  onSaved?(): void;
  onClose(): void;
}

/** A dialog with sections answered after submitting (docs/spec/003.md, §2). */
function StepDialog({ step, trnId, title, readonly = false, onSaved, onClose }: StepDialogProps) {
  // Keeps the first value, because a save may make the step read-only.
  const [wasReadonly] = useState(readonly);
  return (
    <Dialog title={title} onClose={onClose}>
      <LoadingStep flow="success" step={step} trnId={trnId} purpose={wasReadonly ? 'review' : 'dialog'}>
        {(loaded) => (
          <StepDialogForm loaded={loaded} trnId={trnId} readonly={wasReadonly} onSaved={onSaved} onDone={onClose} />
        )}
      </LoadingStep>
    </Dialog>
  );
}

interface StepDialogFormProps {
  loaded: LoadedStep;
  trnId: string;
  readonly: boolean;
  onSaved?(): void;
  onDone(): void;
}

/** Validates on every change (docs/spec/003.md, §5). */
function StepDialogForm({ loaded, trnId, readonly, onSaved, onDone }: StepDialogFormProps) {
  const messages = useMessages('success').secondary;
  const services = useFormServices(trnId, loaded);
  const forms = useSectionForms(
    loaded.sections.map(({ served }) => served),
    loaded.context,
  );
  const save = useSaveDialog({ loaded, trnId, forms, onSaved, onDone });
  const dialog = useDialogMessages(loaded.step);
  return (
    <>
      {readonly && <p className="rp-note">{messages.readOnly}</p>}
      <ErrorSummary key={forms.attempt} errors={forms.lines} />
      {loaded.sections.map(({ name, served, checker, initial }) => (
        <SectionForm
          key={name}
          ref={forms.listen(name).ref}
          section={served}
          checker={checker}
          context={loaded.context}
          services={services}
          initial={initial}
          mode="live"
          readonly={readonly}
          serverErrors={forms.serverErrors[name]}
          onCheck={forms.listen(name).onCheck}
        />
      ))}
      {!readonly && (
        <div className="rp-buttons">
          {dialog.before && <p className="rp-note">{dialog.before}</p>}
          <CancelButton />
          <Button variant="primary" onClick={() => void save()}>
            {dialog.save}
          </Button>
        </div>
      )}
    </>
  );
}
