import { useEffect, useMemo, useRef, useState } from 'react';
import { Navigate, Outlet, useLocation, useNavigate } from 'react-router-dom';
import { toApiError } from '../../api/apiError';
import { useSectionStatus } from '../../api/application';
import type { SectionStatus } from '../../contract/application';
import { slideIn } from '../../engine/motion';
import { useMessages } from '../../messages/useMessages';
import { fillText } from '../../model/messages/fillText';
import { isStepOpen, isSubmission } from '../../model/section/flow';
import { pages } from '../../model/section/pages';
import type { Step } from '../../model/types';
import { tabStorage } from '../session/safeStorage';
import { Loader } from '../ui/Skeleton';
import { dismissNotices, toast } from '../ui/Toaster';
import { ToastSlot } from '../ui/ToastSlot';
import { ApplicationFrame } from './ApplicationFrame';
import { applicationFlow, isFinished, isReviewAt, openPath, stepAt, useApplication, useSteps } from './application';
import { FailedPage, SlowLoader } from './FailedPage';
import { NextContext, useNextLock } from './NextRow';
import { PageHeading } from './PageHeading';
import { RedirectToOpenStep } from './PageShell';
import { StepList } from './StepList';
import { type NextButtonMessages, StepActionsContext, type StepProgress } from './stepActions';
import { usePresentAddress } from './usePresentAddress';

/** Shows a step if all earlier steps are complete. */
export function StepShell() {
  const application = useApplication();
  const { pathname } = useLocation();
  const { data: status, error, mutate } = useSectionStatus(application.trn_id);
  const step = stepAt(pathname);
  usePresentAddress();
  if (isFinished(application)) return <SuccessPending />;
  if (!application.accept_terms_and_condition_status) return <Navigate to="/instruction" replace />;
  if (application.has_notices) return <Navigate to={pages.notices} replace />;
  if (error && !status) return <FailedPage error={error} onRetry={() => void mutate()} />;
  if (!status) return <SlowLoader />;
  if (!step) return <Navigate to={openPath(status)} replace />;
  const isSkipped = application.skipped_steps.includes(step.id);
  if (isSkipped || !isStepOpen(applicationFlow(), step.id, status)) return <RedirectToOpenStep status={status} />;
  return <OpenStep step={step} status={status} />;
}

/** React keeps this on the screen while the success page's code loads. */
function SuccessPending() {
  return (
    <>
      <Loader />
      <Navigate to="/success" replace />
    </>
  );
}

function OpenStep({ step, status }: { step: Step; status: SectionStatus }) {
  const messages = useMessages('shell').progress;
  const { actions, submit, progress, texts, isReady } = useStepPage(step.id);
  const navigate = useNavigate();
  const steps = useSteps();
  const place = { n: steps.indexOf(step) + 1, count: steps.length };
  const isReview = isReviewAt(step, useLocation().hash);
  const title = isReview ? fillText(messages.reviewTitle, { step: step.title }) : step.title;
  const open = (wanted: Step) => {
    if (isStepOpen(applicationFlow(), wanted.id, status)) return void navigate(wanted.route);
    void submit();
  };
  useSettled(step.id);
  useTopOfScreen(isReview);
  const [isReviewed, markReviewed] = useReviewed(step);
  const next = async () => {
    await submit();
    if (isReview) markReviewed();
  };
  const isLast = place.n === place.count && !isReview && !texts.isForward;
  const lock = useNextLock(isReview ? 'review' : `${step.id} ${texts.isForward}`, isLast, next);
  const list = <StepList current={step} status={status} progress={{ ...progress, isReviewed }} onOpen={open} />;
  return (
    <ApplicationFrame side={list} hasBack>
      <p className="rp-frame__place">
        {fillText(messages.step, place)}
        {isReview && `: ${step.title}`}
      </p>
      <PageHeading key={String(isReview)} title={title} hasErrors={progress.hasErrors}>
        {isReview ? messages.review : step.heading}
      </PageHeading>
      <ToastSlot place="start" />
      <StepActionsContext value={actions}>
        <NextContext value={isReady ? { isLast, texts, ...lock } : undefined}>
          <Outlet />
        </NextContext>
      </StepActionsContext>
    </ApplicationFrame>
  );
}

/** When the step changes, slides in the new step and removes toasts, except errors. */
function useSettled(stepId: string): void {
  const shown = useRef(stepId);
  useEffect(() => {
    if (shown.current !== stepId) {
      slideIn(document.getElementById('main'));
      dismissNotices();
    }
    shown.current = stepId;
  }, [stepId]);
}

// Stored in the tab, because navigation between panels clears the router's state.
const REVIEWED = 'reviewed-application';

/**
 * True after the review was left with Next, also after a reload. Resets when another step opens, because answers can
 * change there.
 */
function useReviewed(step: Step): [boolean, () => void] {
  const { trn_id } = useApplication();
  const [isReviewed, setReviewed] = useState(() => tabStorage.read(REVIEWED) === trn_id);
  const isOther = !isSubmission(step);
  // Synchronizes with the tab's storage.
  useEffect(() => {
    if (!isOther) return;
    tabStorage.remove(REVIEWED);
    setReviewed(false);
  }, [isOther]);
  const markReviewed = () => {
    tabStorage.write(REVIEWED, trn_id);
    setReviewed(true);
  };
  return [isReviewed, markReviewed];
}

function useTopOfScreen(isReview: boolean): void {
  const shown = useRef(isReview);
  useEffect(() => {
    if (shown.current !== isReview) void window.scrollTo(0, 0);
    shown.current = isReview;
  }, [isReview]);
}

const nothingDone: StepProgress = { done: [] };

/** Returns state that's reset when the step changes. */
function useStepPage(stepId: string) {
  const registered = useRef<() => Promise<void>>(undefined);
  const [readyStep, setReadyStep] = useState('');
  const [reported, setReported] = useState({ stepId, progress: nothingDone });
  const [button, setButton] = useState<{ stepId: string; texts: NextButtonMessages }>({ stepId, texts: {} });
  const actions = useMemo(
    () => ({
      register(next: () => Promise<void>) {
        registered.current = next;
        setReadyStep(stepId);
        return () => {
          if (registered.current !== next) return;
          registered.current = undefined;
          // Hides the button, because it has no action until the next page registers one.
          setReadyStep('');
        };
      },
      setProgress: (progress: StepProgress) => setReported({ stepId, progress }),
      setNextButton: (messages: NextButtonMessages) => setButton({ stepId, texts: messages }),
    }),
    [stepId],
  );
  return {
    actions,
    submit: () => submitPage(registered.current),
    progress: reported.stepId === stepId ? reported.progress : nothingDone,
    texts: button.stepId === stepId ? button.texts : {},
    isReady: readyStep === stepId,
  };
}

/** Submits the open page. Shows errors that the page doesn't handle, so that a click always has a result. */
async function submitPage(submit: (() => Promise<void>) | undefined): Promise<void> {
  try {
    await submit?.();
  } catch (cause) {
    toast('error', toApiError(cause).message);
  }
}
