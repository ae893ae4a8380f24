import { Flex } from '@chakra-ui/react/flex';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import type { ApplicationSummary } from '../../contract/success';
import { ErrorSummary } from '../../engine/ErrorSummary';
import { SectionForm } from '../../engine/SectionForm';
import { useMessages } from '../../messages/useMessages';
import { type OfficeStatus, statusPage } from '../../model/office';
import type { ApplicationType, Step } from '../../model/types';
import { useFormServices } from '../form/formServices';
import { LoadingStep } from '../form/LoadingStep';
import type { LoadedStep } from '../form/loadedStep';
import { useSectionForms } from '../form/useSectionForms';
import { useApplication } from '../shell/application';
import { Banner } from '../ui/Banner';
import { Button } from '../ui/Button';
import { CancelButton } from '../ui/CancelButton';
import { Dialog } from '../ui/Dialog';
import { DocumentsPart } from './documents/DocumentsPart';
import { desiredStep, supplementalStep, useDialogMessages } from './successSteps';
import { useSaveDialog } from './useSaveDialog';

interface SupplementalProps {
  summary: ApplicationSummary;
  trnId: string;
  onChanged(): void;
}

interface SuccessActionsProps extends SupplementalProps {
  status: OfficeStatus;
}

/** Documents, supplemental questionnaire, desired home and submitted answers. Nothing is asked for after a decision. */
export function SuccessActions({ summary, status, trnId, onChanged }: SuccessActionsProps) {
  const messages = useMessages('success').footer;
  const { application_type } = useApplication();
  const { isOpen } = statusPage(status);
  return (
    <>
      {isOpen && <DocumentsPart summary={summary} trnId={trnId} onChanged={onChanged} />}
      {summary.secondary_status && (isOpen || summary.secondary_complete) && (
        <Supplemental summary={summary} trnId={trnId} onChanged={onChanged} />
      )}
      <Flex className="rp-buttons" marginBlock="{spacing.5} {spacing.6}">
        {isOpen && <Desired type={application_type} trnId={trnId} />}
        <Button asChild>
          <Link to="/viewconsent">{messages.consent}</Link>
        </Button>
        <Button asChild>
          <Link to="/view">{messages.application}</Link>
        </Button>
      </Flex>
    </>
  );
}

function Desired({ type, trnId }: { type: ApplicationType; trnId: string }) {
  const [isOpen, setOpen] = useState(false);
  const step = desiredStep(type);
  const { link, title } = useDialogMessages(step);
  return (
    <>
      <Button onClick={() => setOpen(true)}>{link}</Button>
      {isOpen && <StepDialog step={step} trnId={trnId} title={title} onClose={() => setOpen(false)} />}
    </>
  );
}

/** Stays mounted when a save completes the questionnaire, so the dialog can show for two seconds and return the focus. */
function Supplemental({ summary: { secondary_complete }, trnId, onChanged }: SupplementalProps) {
  const messages = useMessages('success');
  const [isOpen, setOpen] = useState(false);
  const { link, completed, incomplete, title } = messages.secondary;
  return (
    <>
      <Banner kind={secondary_complete ? 'success' : 'warning'} title={secondary_complete ? undefined : incomplete}>
        {!secondary_complete && <p>{messages.left.answerOnce}</p>}
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

/** Sections answered after submitting (docs/spec/003.md, §2). */
function StepDialog({ step, trnId, title, readonly = false, onSaved, onClose }: StepDialogProps) {
  // A save may make it read-only while the dialog closes.
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
  /** Called after the save. */
  onDone(): void;
}

/** Validated on every change (docs/spec/003.md, §5). */
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
