import { useState } from 'react';
import { Link } from 'react-router-dom';
import texts from '../../../schemas/texts/success.json';
import type { ApplicationSummary } from '../../contract/success';
import { ErrorSummary } from '../../engine/ErrorSummary';
import { SectionForm } from '../../engine/SectionForm';
import type { ApplicationType, Step } from '../../model/types';
import { useFormServices } from '../form/formServices';
import { LoadingStep } from '../form/LoadingStep';
import type { LoadedStep } from '../form/loadedStep';
import { useSectionForms } from '../form/useSectionForms';
import { useApplication } from '../shell/application';
import { Banner } from '../ui/Banner';
import { Button } from '../ui/Button';
import { Dialog } from '../ui/Dialog';
import { DocumentDialog } from './documents/DocumentDialog';
import { desiredStep, supplementalStep, wordsOf } from './formatDay';
import { useSaveDialog } from './useSaveDialog';

interface SuccessActionsProps {
  summary: ApplicationSummary;
  trnId: string;
  onChanged(): void;
}

/** What may still be done: the supplemental questionnaire, the desired home, a look at what was handed in. */
export function SuccessActions({ summary, trnId, onChanged }: SuccessActionsProps) {
  const { application_type } = useApplication();
  return (
    <>
      <DocumentUpload summary={summary} trnId={trnId} onChanged={onChanged} />
      {summary.secondary_status && <Supplemental summary={summary} trnId={trnId} onChanged={onChanged} />}
      <div className="rp-buttons ap-success-actions">
        <Desired type={application_type} trnId={trnId} />
        <Button asChild>
          <Link to="/viewconsent">{texts.footer.consent}</Link>
        </Button>
        <Button asChild>
          <Link to="/view">{texts.footer.application}</Link>
        </Button>
      </div>
    </>
  );
}

function Desired({ type, trnId }: { type: ApplicationType; trnId: string }) {
  const [isOpen, setOpen] = useState(false);
  const step = desiredStep(type);
  const { link, title } = wordsOf(step);
  return (
    <>
      <Button onClick={() => setOpen(true)}>{link}</Button>
      {isOpen && <StepDialog step={step} trnId={trnId} title={title} onClose={() => setOpen(false)} />}
    </>
  );
}

/** The link and its dialog keep their places when a save completes the questionnaire: the dialog stays its two seconds and gives the focus back. */
function Supplemental({ summary: { secondary_complete }, trnId, onChanged }: SuccessActionsProps) {
  const [isOpen, setOpen] = useState(false);
  const { link, completed, incomplete, title } = texts.secondary;
  return (
    <>
      <Banner kind={secondary_complete ? 'success' : 'warning'} title={secondary_complete ? undefined : incomplete}>
        <Button onClick={() => setOpen(true)}>{secondary_complete ? completed : link}</Button>
      </Banner>
      {isOpen && (
        <StepDialog
          step={supplementalStep()}
          trnId={trnId}
          title={title}
          readonly={secondary_complete}
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

/** Sections answered after the application was handed in, over the page (spec 003, section 2). */
function StepDialog({ step, trnId, title, readonly = false, onSaved, onClose }: StepDialogProps) {
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

interface DocumentUploadProps {
  summary: ApplicationSummary;
  trnId: string;
  onChanged(): void;
}

const words = texts.documents;

/** The link to the documents: one more step while required ones are missing, else a look at them (spec 003, section 2). */
function DocumentUpload({ summary, trnId, onChanged }: DocumentUploadProps) {
  const [isOpen, setOpen] = useState(false);
  const close = () => {
    setOpen(false);
    onChanged();
  };
  const { document_status, applicationID } = summary;
  return (
    <>
      <Banner kind={document_status ? 'success' : 'warning'} title={document_status ? undefined : words.step}>
        {!document_status && <p>{words.incomplete}</p>}
        <Button onClick={() => setOpen(true)}>{document_status ? words.view : words.upload}</Button>
      </Banner>
      {isOpen && <DocumentDialog trnId={trnId} applicationNumber={String(applicationID)} onClose={close} />}
    </>
  );
}

interface StepDialogFormProps {
  loaded: LoadedStep;
  trnId: string;
  readonly: boolean;
  onSaved?(): void;
  /** It was saved and may go. */
  onDone(): void;
}

/** The sections of a dialog with its Save; validated on every change (spec 003, section 5). */
function StepDialogForm({ loaded, trnId, readonly, onSaved, onDone }: StepDialogFormProps) {
  const services = useFormServices(trnId, loaded);
  const forms = useSectionForms(
    loaded.sections.map(({ served }) => served),
    loaded.context,
  );
  const save = useSaveDialog({ loaded, trnId, forms, onSaved, onDone });
  const words = wordsOf(loaded.step);
  return (
    <>
      {readonly && <p className="rp-note">{texts.secondary.readOnly}</p>}
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
          {words.before && <p className="rp-note">{words.before}</p>}
          <Button variant="primary" onClick={() => void save()}>
            {words.save}
          </Button>
        </div>
      )}
    </>
  );
}
