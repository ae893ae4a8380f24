import { Box } from '@chakra-ui/react/box';
import { Flex } from '@chakra-ui/react/flex';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import texts from '../../../schemas/texts/success.json';
import type { ApplicationSummary } from '../../contract/success';
import { ErrorSummary } from '../../engine/ErrorSummary';
import { SectionForm } from '../../engine/SectionForm';
import { fillText } from '../../model/fillText';
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
      <Flex className="rp-buttons" marginBlock="{spacing.5} {spacing.6}">
        <Desired type={application_type} trnId={trnId} />
        <Button asChild>
          <Link to="/viewconsent">{texts.footer.consent}</Link>
        </Button>
        <Button asChild>
          <Link to="/view">{texts.footer.application}</Link>
        </Button>
      </Flex>
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
        {!secondary_complete && <p>{texts.left.answerOnce}</p>}
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
  const [wanted, setWanted] = useState<number>();
  const close = () => {
    setOpen(false);
    onChanged();
  };
  const open = (document?: number) => {
    setWanted(document);
    setOpen(true);
  };
  const { document_status, applicationID, missing } = summary;
  return (
    <>
      <Banner kind={document_status ? 'success' : 'warning'} title={document_status ? undefined : words.step}>
        <p>{document_status ? words.complete : words.incomplete}</p>
        <MissingList missing={missing} onUpload={open} />
        <Button onClick={() => open()}>{document_status ? words.view : words.upload}</Button>
      </Banner>
      {isOpen && (
        <DocumentDialog trnId={trnId} applicationNumber={String(applicationID)} wanted={wanted} onClose={close} />
      )}
    </>
  );
}

/** Each proof that is missing by its name, with the button that opens its place. */
function MissingList({
  missing,
  onUpload,
}: {
  missing: ApplicationSummary['missing'];
  onUpload(document: number): void;
}) {
  if (missing.length === 0) return null;
  return (
    <Box as="ul" width="100%" marginBlock="3">
      {missing.map(({ document, title, source }) => {
        const name = [title, source].filter(Boolean).join(', ');
        return (
          <Flex as="li" key={`${document} ${source}`} {...LEFT}>
            <strong>{name}</strong>
            <Button aria-label={fillText(texts.left.uploadWhat, { title: name })} onClick={() => onUpload(document)}>
              {texts.left.upload}
            </Button>
          </Flex>
        );
      })}
    </Box>
  );
}

const LEFT = {
  flexWrap: 'wrap',
  align: 'center',
  justify: 'space-between',
  gap: '{spacing.2} {spacing.4}',
  paddingBlock: '3',
  borderTop: '1px solid {colors.hair}',
  overflowWrap: 'anywhere',
} as const;

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
