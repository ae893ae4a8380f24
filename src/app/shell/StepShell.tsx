import { Box } from '@chakra-ui/react/box';
import { useEffect, useId, useMemo, useRef, useState } from 'react';
import { Navigate, Outlet, useLocation, useNavigate } from 'react-router-dom';
import texts from '../../../schemas/texts/shell.json';
import { toApiError } from '../../api/apiError';
import { useSectionStatus } from '../../api/application';
import type { SectionStatus } from '../../contract/application';
import { settle } from '../../engine/motion';
import { fillText } from '../../model/fillText';
import { isStepOpen } from '../../model/flow';
import type { Step } from '../../model/types';
import { Button } from '../ui/Button';
import { toast } from '../ui/Toaster';
import { usePending } from '../ui/usePending';
import { ApplicationFrame } from './ApplicationFrame';
import { applicationFlow, isFinished, openPath, useApplication } from './application';
import { FailedPage, SlowLoader } from './FailedPage';
import { NextArea } from './Frame';
import { BackArrow, PageHeading } from './PageHeading';
import { LeadBack } from './PageShell';
import { StepList } from './StepList';
import { type PressWords, StepActionsContext, type StepProgress } from './stepActions';

/** The guards of the four steps: each opens only when those before it are done. */
export function StepShell() {
  const application = useApplication();
  const { pathname } = useLocation();
  const { data: status, error, mutate } = useSectionStatus(application.trn_id);
  const step = applicationFlow.steps.find(({ route }) => route === pathname.replace(/\/$/, ''));
  if (isFinished(application)) return <Navigate to="/success" replace />;
  if (!application.accept_terms_and_condition_status) return <Navigate to="/instruction" replace />;
  if (error && !status) return <FailedPage error={error} onRetry={() => void mutate()} />;
  if (!status) return <SlowLoader />;
  if (!step) return <Navigate to={openPath(status)} replace />;
  if (!isStepOpen(applicationFlow, step.id, status)) return <LeadBack status={status} />;
  return <OpenStep step={step} status={status} />;
}

function OpenStep({ step, status }: { step: Step; status: SectionStatus }) {
  const { actions, submit, progress, words, isReady } = useStepPage(step.id);
  const navigate = useNavigate();
  const place = { n: applicationFlow.steps.indexOf(step) + 1, count: applicationFlow.steps.length };
  const open = (wanted: Step) => {
    if (isStepOpen(applicationFlow, wanted.id, status)) return void navigate(wanted.route);
    void submit();
  };
  useSettled(step.id);
  const list = <StepList current={step} status={status} progress={progress} onOpen={open} />;
  return (
    <ApplicationFrame side={list}>
      <BackArrow />
      <p className="rp-frame__place">{fillText(texts.progress.step, place)}</p>
      <PageHeading title={step.title} hasErrors={progress.hasErrors}>
        {step.heading}
      </PageHeading>
      <StepActionsContext value={actions}>
        <Outlet />
      </StepActionsContext>
      {isReady && <NextButton isLast={place.n === place.count} words={words} onPress={submit} />}
    </ApplicationFrame>
  );
}

/** The next step settles into the page; the first one that is opened stands there. */
function useSettled(stepId: string): void {
  const shown = useRef(stepId);
  // What moves is the browser's.
  useEffect(() => {
    if (shown.current !== stepId) settle(document.getElementById('main'));
    shown.current = stepId;
  }, [stepId]);
}

const nothingDone: StepProgress = { done: [] };

/** What the page within has handed over; nothing of it outlives its step. */
function useStepPage(stepId: string) {
  const registered = useRef<() => Promise<void>>(undefined);
  const [readyStep, setReadyStep] = useState('');
  const [reported, setReported] = useState({ stepId, progress: nothingDone });
  const [said, setSaid] = useState<{ stepId: string; words: PressWords }>({ stepId, words: {} });
  const actions = useMemo(
    () => ({
      register(next: () => Promise<void>) {
        registered.current = next;
        setReadyStep(stepId);
        return () => {
          if (registered.current === next) registered.current = undefined;
        };
      },
      setProgress: (progress: StepProgress) => setReported({ stepId, progress }),
      setPress: (words: PressWords) => setSaid({ stepId, words }),
    }),
    [stepId],
  );
  return {
    actions,
    submit: () => submitPage(registered.current),
    progress: reported.stepId === stepId ? reported.progress : nothingDone,
    words: said.stepId === stepId ? said.words : {},
    isReady: readyStep === stepId,
  };
}

/** A page tells its own mistakes; what it lets through is shown here, so that no press of the button goes unanswered. */
async function submitPage(submit: (() => Promise<void>) | undefined): Promise<void> {
  try {
    await submit?.();
  } catch (cause) {
    toast('error', toApiError(cause).message);
  }
}

const LOCK = 3_000;
const LOCK_AT_PAYMENT = 10_000;

interface NextButtonProps {
  /** The last step: it reads 'Submit' and stays locked for longer (spec 000, section 9). */
  isLast: boolean;
  words?: PressWords;
  onPress(): Promise<void>;
}

/** The footer button. It locks itself for a while after a press, and as long as the press is at work; it keeps the focus. */
export function NextButton({ isLast, words = {}, onPress }: NextButtonProps) {
  const note = useId();
  const [isLocked, press] = usePending(async () => {
    await Promise.all([onPress(), wait(isLast ? LOCK_AT_PAYMENT : LOCK)]);
  });
  return (
    <NextArea>
      {words.note && (
        <Box id={note} marginBottom="3" color="muted">
          {words.note}
        </Box>
      )}
      <Button
        variant="primary"
        aria-disabled={isLocked}
        aria-describedby={words.note ? note : undefined}
        onClick={() => void press()}
      >
        {words.atWork ?? (isLast ? texts.next.submit : texts.next.next)}
      </Button>
    </NextArea>
  );
}

function wait(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}
