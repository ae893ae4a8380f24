import { startTransition, useEffect, useRef, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { type ApiError, toApiError } from '../../api/apiError';
import { recordFormRejected } from '../../api/formsVersion';
import { createIdempotentCall } from '../../api/idempotentCall';
import { stepResource } from '../../api/steps';
import type { StepRecords } from '../../contract/steps';
import { useMessages } from '../../messages/useMessages';
import { type StepAnswers, toBody } from '../../model/answers/stepBody';
import type { StoredDocument } from '../../model/formContext';
import { isSubmission, submissionStep } from '../../model/section/flow';
import type { Step } from '../../model/types';
import type { BaseRevisions } from '../form/baseRevisions';
import type { CheckStore } from '../form/createCheckStore';
import type { DraftSaver } from '../form/draftSaver';
import { type LoadedStep, servedIn } from '../form/loadedStep';
import { placeErrors, showSaveError } from '../form/serverErrors';
import { type Conflict, useConflict } from '../form/useConflict';
import { useRefetchStep } from '../form/usePageDrafts';
import type { StepFormState } from '../form/useStepForm';
import {
  applicationFlow,
  consumeReturnPath,
  findReturnPath,
  setReopenedStep,
  stepAfter,
  useSteps,
} from '../shell/application';
import { useStepActions } from '../shell/stepActions';
import { dismissToasts, toast } from '../ui/Toaster';
import { type OpenGrossPay, useGrossPay } from './income/resolveGrossPay';
import { type OpenMismatch, useLicenseMatch } from './useLicenseMatch';

interface Parts {
  loaded: LoadedStep;
  form: StepFormState;
  saver: DraftSaver;
  revisions: BaseRevisions;
  trnId: string;
  checks?: CheckStore;
  documents(): readonly StoredDocument[];
}

export interface StepSaving {
  /** Saves all sections. If a panel has errors or hasn't been seen yet, opens that panel instead. */
  save(): Promise<void>;
  conflict?: Conflict;
  mismatch?: OpenMismatch;
  grossPay?: OpenGrossPay;
  settleGross(): Promise<void>;
}

/** Saves a step, one save at a time (docs/spec/001.md and 002-income.md, §7). */
export function useSaveStep({ loaded, form, saver, revisions, trnId, checks, documents }: Parts): StepSaving {
  const steps = useSteps();
  const messages = useMessages('steps');
  const { step, panels, sections } = loaded;
  const version = useRef(loaded.version);
  const [saveOnce] = useState(createIdempotentCall);
  const isBusy = useRef(false);
  const openPage = useOpenPage();
  const refetchStep = useRefetchStep(trnId, step.id);
  const answers = (): StepAnswers =>
    Object.fromEntries(sections.map((section) => [section.name, form.controller.check(section).answers]));
  const license = useLicenseMatch(trnId);
  const grossPay = useGrossPay({ loaded, controller: form.controller, saver, checks });
  const { conflict, raise } = useConflict({ loaded, controller: form.controller, answers, version, revisions, save });

  useDestination(loaded, form);

  async function save() {
    const wrong = panels.findIndex((panel, index) => !form.isUnseen(index) && !form.controller.isValid(panel));
    if (wrong >= 0) return form.place.refuse(wrong);
    const unseen = findUnseen(panels, form);
    if (unseen >= 0) return form.continueFrom(unseen - 1);
    if (isBusy.current) return;
    isBusy.current = true;
    try {
      if ((await isResolved()) && (await grossPay.resolve())) await send();
    } finally {
      isBusy.current = false;
    }
  }

  /** Resolves to true if no difference from the license is left (docs/spec/001.md, §4). */
  async function isResolved() {
    if (!loaded.asksLicense) return true;
    try {
      return await license.resolveMatch();
    } catch (cause) {
      const { message, fieldErrors = [] } = toApiError(cause);
      showSaveError([message, ...fieldErrors.map((error) => error.message)]);
      return false;
    }
  }

  async function send() {
    const body = toBody(step, answers(), { sectionOf: servedIn(sections), documents: documents() });
    toast('info', messages.saving);
    await saver.pause();
    try {
      if (!(await store(body))) return tellWrong();
    } catch (cause) {
      saver.resume();
      dismissToasts();
      return refuse(toApiError(cause));
    }
    saver.discard();
    const route = routeAfter(step, steps);
    await refetchStep(route.replace(/#.*/, ''));
    dismissToasts();
    await openPage(route);
  }

  /** Returns false if the response has no result (docs/spec/002-income.md, §7). */
  async function store(body: Record<string, unknown>): Promise<boolean> {
    const content = { trnId, version: version.current, body };
    const form = { sections: loaded.sections.map(({ served }) => served) };
    const saved = await saveOnce(content, (key) => stepResource(step).save({ ...content, key, form }));
    if (!saved) return false;
    version.current = saved.version;
    return true;
  }

  function tellWrong() {
    saver.resume();
    dismissToasts();
    toast('error', messages.wrong);
  }

  function refuse(error: ApiError) {
    if (error.code === 'formChanged') return recordFormRejected();
    // The response to an outdated save contains the current step.
    if (error.status === 409 && error.records) return raise(error.records as StepRecords);
    if (error.status === 422 && error.fieldErrors) return showErrors(error);
    showSaveError([error.message]);
  }

  function showErrors({ fieldErrors = [], message }: ApiError) {
    const { bySection, unplaced } = placeErrors(fieldErrors, step);
    form.showErrors(bySection);
    showSaveError(unplaced.length ? unplaced : [message]);
  }

  return { save, conflict, mismatch: license.open, grossPay: grossPay.open, settleGross: grossPay.settleGross };
}

/**
 * Returns a function that opens a path. It resolves once the page at the path, or an error page, has replaced the
 * current page. While the new page's code loads, the current page stays on screen.
 */
function useOpenPage(): (path: string) => Promise<void> {
  const navigate = useNavigate();
  const [opened, setOpened] = useState(0);
  const onShown = useRef<() => void>(undefined);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the cleanup runs after each transition and on unmount.
  useEffect(() => () => onShown.current?.(), [opened]);
  return (path) =>
    new Promise((resolve) => {
      onShown.current = resolve;
      // React commits both updates together, because they're in the same transition.
      startTransition(() => {
        void navigate(path);
        setOpened((count) => count + 1);
      });
    });
}

const findUnseen = (panels: LoadedStep['panels'], form: StepFormState) =>
  panels.findIndex((_, index) => form.isUnseen(index));

/** Names the section or page that Next opens. */
function useDestination({ step, panels }: LoadedStep, form: StepFormState): void {
  const { review } = useMessages('shell').progress;
  const { setNextButton } = useStepActions();
  const next = stepAfter(step, useSteps());
  const unseen = panels[findUnseen(panels, form)]?.title;
  const destination = unseen ?? (returnsToReview(step) || isSubmission(next) ? review : next.heading);
  useEffect(() => setNextButton({ destination }), [setNextButton, destination]);
}

const returnsToReview = (step: Step): boolean => !step.reopens && findReturnPath() !== undefined;

/**
 * Returns the path of the next step, or of the review if there's a return path. A step with `reopens` always leads to
 * the next step.
 */
function routeAfter(step: Step, steps: readonly Step[]): string {
  const next = stepAfter(step, steps);
  if (step.reopens) return setReopenedStep(step.title) ? `${next.route}#${next.sections[0]?.anchor}` : next.route;
  return consumeReturnPath() ? submissionStep(applicationFlow()).route : next.route;
}
