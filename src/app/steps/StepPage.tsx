import { lazy, type ReactNode, Suspense, useEffect, useMemo, useState } from 'react';
import { prefetchForm } from '../../api/bootstrap';
import { useMessages } from '../../messages/useMessages';
import { fillText } from '../../model/messages/fillText';
import { findStep, nameRules } from '../../model/section/flow';
import type { Step } from '../../model/types';
import { DraftStatus } from '../form/DraftStatus';
import { type PageServices, useFormServices } from '../form/formServices';
import { LaterNote } from '../form/LaterDocuments';
import { LoadingStep } from '../form/LoadingStep';
import type { LoadedStep } from '../form/loadedStep';
import { RequiredBanner } from '../form/RequiredBanner';
import { StepPanels } from '../form/StepPanels';
import { StepSummary } from '../form/StepSummary';
import { loadCheckers } from '../form/useCheckers';
import { useEditedAnswer } from '../form/useEditedAnswer';
import { usePageDrafts } from '../form/usePageDrafts';
import { type StepFormState, useStepForm } from '../form/useStepForm';
import { applicationFlow, findReturnPath, stepAfter, useApplication, useSteps } from '../shell/application';
import { NextRow } from '../shell/NextRow';
import { useStepSubmit } from '../shell/stepActions';
import { Banner } from '../ui/Banner';
import { WithSideColumn } from '../ui/WithSideColumn';
import { UnconfirmedSections, useCopiedAnswers } from './CopiedAnswers';
import { useDocumentPay, useNewlyEmployed } from './income/resolveGrossPay';
import { UploadReview } from './income/UploadReview';
import { useSaveStep } from './useSaveStep';
import { useWarnings } from './useWarnings';

/** Content from other features, shown after a section's questions. */
type Asides = (loaded: LoadedStep, form: StepFormState, services: PageServices) => Record<string, ReactNode>;

interface StepPageProps {
  step: string;
  asides?: Asides;
}

export function StepPage({ step, asides }: StepPageProps) {
  const { trn_id } = useApplication();
  return (
    <LoadingStep key={step} step={findStep(applicationFlow(), step)} trnId={trn_id}>
      {(loaded) => <StepForm loaded={loaded} trnId={trn_id} asides={asides} />}
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
}

export function StepForm({ loaded, trnId, asides }: StepFormProps) {
  const { revisions, saver, conflictAt } = usePageDrafts(loaded, trnId);
  const services = useFormServices(trnId, loaded);
  const form = useStepForm(loaded, useNewlyEmployed(loaded, saver, services.checks));
  const saving = useSaveStep({
    loaded,
    form,
    saver,
    revisions,
    trnId,
    checks: services.checks,
    documents: services.documentStore.list,
  });
  useDocumentPay(loaded, form.controller, services.checks);
  const conflict = saving.conflict ?? conflictAt(form.controller);
  const before = useCopiedAnswers(uploadAsides(loaded, form, services));
  const after = asides?.(loaded, form, services);
  const settling = useSettledHere(services, saving.settleGross);
  useStepSubmit(saving.save);
  useEditedAnswer(form.controller);
  useNextStepAhead(loaded.step);
  const foot = (nextTab?: ReactNode) => (
    <>
      <LaterNote count={form.postponed.reduce((sum, count) => sum + count, 0)} />
      <RequiredBanner errors={form.summary} />
      <NextRow nextTab={nextTab}>
        <DraftStatus saver={saver} />
      </NextRow>
    </>
  );
  return (
    <WithSideColumn beside={<StepSummary loaded={loaded} form={form} />}>
      <ChangedNote loaded={loaded} />
      <ReturnNote />
      <Warnings messages={useWarnings(loaded, form, services.checks)} />
      <UnconfirmedSections panels={loaded.panels} />
      <StepPanels {...{ loaded, form, saver, before, after, foot }} services={settling} />
      <Suspense>
        {saving.mismatch && <MismatchDialog {...saving.mismatch} />}
        {saving.grossPay && <GrossPayDialog {...saving.grossPay} />}
        {conflict && <StaleDialog {...conflict} />}
      </Suspense>
    </WithSideColumn>
  );
}

/** Lets document cards resolve differences in gross pay. */
function useSettledHere(services: PageServices, settleGross: () => Promise<void>): PageServices {
  return useMemo(
    () => (services.checks ? { ...services, checks: { ...services.checks, settleGross } } : services),
    [services, settleGross],
  );
}

/** Shown if questions changed while the page was open. */
function ChangedNote({ loaded: { sections } }: { loaded: LoadedStep }) {
  const { formChanged } = useMessages('steps');
  const rules = nameRules(sections.map(({ served }) => served.validator));
  const [first] = useState(rules);
  if (rules === first) return null;
  return (
    <Banner kind="info" title={formChanged.title}>
      <p>{formChanged.text}</p>
    </Banner>
  );
}

function ReturnNote() {
  const messages = useMessages('steps').returnPath;
  const [returnPath] = useState(findReturnPath);
  if (!returnPath) return null;
  const { reopenedBy: step } = returnPath;
  return <Banner kind="info" title={step ? fillText(messages.reopened, { step }) : messages.change} />;
}

const PREFETCH_DELAY_MS = 2_000;

function useNextStepAhead(step: Step): void {
  const next = stepAfter(step, useSteps()).id;
  useEffect(() => {
    const read = async () => {
      const form = await prefetchForm('application', next);
      // Failed loads are retried when the step opens.
      if (form) await loadCheckers(form).catch(() => undefined);
    };
    const timer = setTimeout(() => {
      if ('requestIdleCallback' in window) window.requestIdleCallback(() => void read());
      else void read();
    }, PREFETCH_DELAY_MS);
    return () => clearTimeout(timer);
  }, [next]);
}

/** Returns content for the open section with `aside: "uploads"` in the flow. */
export function uploadAsides(
  loaded: LoadedStep,
  form: StepFormState,
  services: PageServices,
): Record<string, ReactNode> {
  const section = loaded.step.sections.find(({ aside }) => aside === 'uploads')?.section;
  const isOpen = loaded.panels[form.place.open]?.sections.some(({ name }) => name === section);
  if (!section || !isOpen) return {};
  return {
    [section]: <UploadReview loaded={loaded} controller={form.controller} services={services} />,
  };
}

/** Shows the server's warnings (docs/spec/001.md, §8). */
export function Warnings({ messages }: { messages: readonly string[] }) {
  const steps = useMessages('steps');
  if (messages.length === 0) return null;
  return (
    <Banner kind="warning" title={steps.warnings.title}>
      <ul>
        {messages.map((message) => (
          <li key={message}>{message}</li>
        ))}
      </ul>
    </Banner>
  );
}
