import { lazy, type ReactNode, Suspense, useEffect, useState } from 'react';
import texts from '../../../schemas/texts/steps.json';
import { readAhead } from '../../api/opening';
import { fillText } from '../../model/fillText';
import { stepOf } from '../../model/flow';
import type { Step } from '../../model/types';
import { DraftStatus } from '../form/DraftStatus';
import type { DocumentStore } from '../form/formServices';
import { type PageServices, useFormServices } from '../form/formServices';
import { LoadingStep } from '../form/LoadingStep';
import type { LoadedStep } from '../form/loadedStep';
import { useFormChange } from '../form/renewForms';
import { StepPanels } from '../form/StepPanels';
import { loadCheckers } from '../form/useCheckers';
import { usePageDrafts } from '../form/usePageDrafts';
import { type StepFormState, useStepForm } from '../form/useStepForm';
import { applicationFlow, reviewErrand, stepAfter, useApplication } from '../shell/application';
import { useStepSubmit } from '../shell/stepActions';
import { Banner } from '../ui/Banner';
import { useDocumentPay, useNewlyEmployed } from './income/settleGrossPay';
import { UploadReview } from './income/UploadReview';
import { ToConfirm, useTakenOver } from './TakenOver';
import { useSaveStep } from './useSaveStep';

/** What another feature puts before the questions of a section, by section. */
type Asides = (loaded: LoadedStep, form: StepFormState, services: PageServices) => Record<string, ReactNode>;

interface StepPageProps {
  /** Its id in the flow file. */
  step: string;
  asides?: Asides;
}

/** One of the steps 1 to 3, drawn from the flow file. */
export function StepPage({ step, asides }: StepPageProps) {
  const { trn_id } = useApplication();
  const { turn, inHands, isChanged } = useFormChange();
  return (
    <LoadingStep key={`${step} ${turn}`} step={stepOf(applicationFlow, step)} trnId={trn_id}>
      {(loaded) => (
        <>
          {isChanged && (
            <Banner kind="info" title={texts.formChanged.title}>
              <p>{texts.formChanged.text}</p>
            </Banner>
          )}
          <StepForm loaded={loaded} trnId={trn_id} asides={asides} inHands={inHands} />
        </>
      )}
    </LoadingStep>
  );
}

const MismatchDialog = lazy(async () => ({ default: (await import('./MismatchDialog')).MismatchDialog }));
const StaleDialog = lazy(async () => ({ default: (await import('../form/StaleDialog')).StaleDialog }));
const GrossPayDialog = lazy(async () => ({ default: (await import('./income/GrossPayDialog')).GrossPayDialog }));

interface StepFormProps {
  loaded: LoadedStep;
  trnId: string;
  asides?: Asides;
  inHands?: string;
}

/** A step being filled in: its sections in order, each change kept as a draft, the whole saved by the footer's button. */
export function StepForm({ loaded, trnId, asides, inHands }: StepFormProps) {
  const { marks, saver, conflictAt } = usePageDrafts(loaded, trnId);
  const services = useFormServices(trnId, loaded);
  const form = useStepForm(loaded, useNewlyEmployed(loaded, saver, services.checks), { inHands });
  const saving = useSaveStep({
    loaded,
    form,
    saver,
    marks,
    trnId,
    checks: services.checks,
    documents: services.documentStore.list,
  });
  useDocumentPay(loaded, form.controller, services.checks);
  const conflict = saving.conflict ?? conflictAt(form.controller);
  const before = useTakenOver({
    ...asides?.(loaded, form, services),
    ...uploadAsides(loaded, form, services.documentStore),
  });
  useStepSubmit(saving.save);
  useNextStepAhead(loaded.step);
  return (
    <>
      <ErrandNote />
      <Warnings messages={loaded.warnings} />
      <ToConfirm panels={loaded.panels} />
      <StepPanels loaded={loaded} form={form} services={services} before={before} />
      {form.summary.length > 0 && <Banner kind="error" title={texts.banner} />}
      <DraftStatus saver={saver} />
      <Suspense>
        {saving.mismatch && <MismatchDialog {...saving.mismatch} />}
        {saving.grossPay && <GrossPayDialog {...saving.grossPay} />}
        {conflict && <StaleDialog {...conflict} />}
      </Suspense>
    </>
  );
}

/** Says to whom the review has sent here where a save leads. */
function ErrandNote() {
  const [errand] = useState(reviewErrand);
  if (!errand) return null;
  const { reopenedBy: step } = errand;
  return <Banner kind="info" title={step ? fillText(texts.errand.reopened, { step }) : texts.errand.change} />;
}

/** After this page's own fields and their answers. */
const SOON = 2_000;

/** While this step is filled in, the next one and its rules are read. */
function useNextStepAhead(step: Step): void {
  // Tied to the browser's idle time.
  useEffect(() => {
    const read = async () => {
      const form = await readAhead('application', stepAfter(step).id);
      // What cannot be had now is asked for again when the step is opened.
      if (form) await loadCheckers(form).catch(() => undefined);
    };
    const timer = setTimeout(() => {
      // Not every browser tells when it is idle.
      if ('requestIdleCallback' in window) window.requestIdleCallback(() => void read());
      else void read();
    }, SOON);
    return () => clearTimeout(timer);
  }, [step]);
}

/** What stands before the questions of the section that the flow marks with `aside: "uploads"`, once its panel is open. */
export function uploadAsides(
  loaded: LoadedStep,
  form: StepFormState,
  documentStore: DocumentStore,
): Record<string, ReactNode> {
  const section = loaded.step.sections.find(({ aside }) => aside === 'uploads')?.section;
  const isOpen = loaded.panels[form.place.open]?.sections.some(({ name }) => name === section);
  if (!section || !isOpen) return {};
  return {
    [section]: <UploadReview loaded={loaded} controller={form.controller} documentStore={documentStore} />,
  };
}

/** What the server has to say about the applicant's answers (spec 001, section 8, Server warnings). */
export function Warnings({ messages }: { messages: readonly string[] }) {
  if (messages.length === 0) return null;
  return (
    <Banner kind="warning" title={texts.warnings.title}>
      <ul>
        {messages.map((message) => (
          <li key={message}>{message}</li>
        ))}
      </ul>
    </Banner>
  );
}
