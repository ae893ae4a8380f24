import { useRef, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import texts from '../../../schemas/texts/steps.json';
import { createAct } from '../../api/act';
import { type ApiError, toApiError } from '../../api/apiError';
import { noteFormChanged } from '../../api/formChanges';
import { stepResource } from '../../api/steps';
import type { StepRecords } from '../../contract/steps';
import { type StepAnswers, toBody } from '../../model/body';
import { stepInRole } from '../../model/flow';
import type { StoredDocument } from '../../model/formContext';
import type { Step } from '../../model/types';
import type { CheckStore } from '../form/createCheckStore';
import type { DraftMarks, DraftSaver } from '../form/draftSaver';
import { type LoadedStep, servedIn } from '../form/loadedStep';
import { placeErrors, tellSaveFailed } from '../form/serverErrors';
import { type Conflict, useConflict } from '../form/useConflict';
import { useForgetStep } from '../form/usePageDrafts';
import type { StepFormState } from '../form/useStepForm';
import { applicationFlow, passThroughReopened, stepAfter, takeReviewReturn } from '../shell/application';
import { dismissToasts, toast } from '../ui/Toaster';
import { type OpenGrossPay, useGrossPay } from './income/settleGrossPay';
import { type OpenMismatch, useLicenceMatch } from './useLicenceMatch';

interface Parts {
  loaded: LoadedStep;
  form: StepFormState;
  saver: DraftSaver;
  marks: DraftMarks;
  trnId: string;
  checks?: CheckStore;
  documents(): readonly StoredDocument[];
}

export interface StepSaving {
  /** Validates all sections and saves the step; opens the first panel with something wrong instead, unmarked where it is new. */
  save(): Promise<void>;
  conflict?: Conflict;
  /** The licence and the applicant differ; open until one of them is chosen. */
  mismatch?: OpenMismatch;
  /** An employer's documents tell another gross pay; open until one of the values is chosen. */
  grossPay?: OpenGrossPay;
}

/** The validated save of a step (spec 001, section 7; spec 002, section 7). One at a time. */
export function useSaveStep({ loaded, form, saver, marks, trnId, checks, documents }: Parts): StepSaving {
  const { step, panels, sections } = loaded;
  const version = useRef(loaded.version);
  const [act] = useState(createAct);
  const isBusy = useRef(false);
  const navigate = useNavigate();
  const forget = useForgetStep(trnId, step.id);
  const answers = (): StepAnswers =>
    Object.fromEntries(sections.map((section) => [section.name, form.controller.check(section).answers]));
  const licence = useLicenceMatch(trnId);
  const grossPay = useGrossPay(loaded, form.controller, checks);
  const { conflict, raise } = useConflict({ loaded, controller: form.controller, answers, version, marks, save });

  async function save() {
    const wrong = panels.findIndex((panel, index) => !form.isUnseen(index) && !form.controller.isRight(panel));
    if (wrong >= 0) return form.place.refuse(wrong);
    const unseen = panels.findIndex((_, index) => form.isUnseen(index));
    if (unseen >= 0) return form.goOn(unseen - 1);
    if (isBusy.current) return;
    isBusy.current = true;
    try {
      if ((await isSettled()) && (await grossPay.settle())) await send();
    } finally {
      isBusy.current = false;
    }
  }

  /** A step that comes with the licence is saved once nothing is left to choose (spec 001 §4). */
  async function isSettled() {
    if (!loaded.asksLicence) return true;
    try {
      return await licence.settle();
    } catch (cause) {
      const { message, fieldErrors = [] } = toApiError(cause);
      tellSaveFailed([message, ...fieldErrors.map((error) => error.message)]);
      return false;
    }
  }

  async function send() {
    const body = toBody(step, answers(), { sectionOf: servedIn(sections), documents: documents() });
    toast('info', texts.saving);
    await saver.pause();
    try {
      if (!(await store(body))) return tellWrong();
    } catch (cause) {
      saver.resume();
      dismissToasts();
      return refuse(toApiError(cause));
    }
    saver.drop();
    const route = routeAfter(step);
    await forget(route.replace(/#.*/, ''));
    dismissToasts();
    await navigate(route);
  }

  /** False when the server answered without a result (spec 002 §7). */
  async function store(body: Record<string, unknown>): Promise<boolean> {
    const content = { trnId, version: version.current, body };
    const form = { sections: loaded.sections.map(({ served }) => served) };
    const saved = await act(content, (key) => stepResource(step).save({ ...content, key, form }));
    if (!saved) return false;
    version.current = saved.version;
    return true;
  }

  function tellWrong() {
    saver.resume();
    dismissToasts();
    toast('error', texts.wrong);
  }

  function refuse(error: ApiError) {
    if (error.code === 'formChanged') return noteFormChanged();
    // A stale save is answered with the step as it stands.
    if (error.status === 409 && error.records) return raise(error.records as StepRecords);
    if (error.status === 422 && error.fieldErrors) return showFindings(error);
    tellSaveFailed([error.message]);
  }

  function showFindings({ fieldErrors = [], message }: ApiError) {
    const { bySection, unplaced } = placeErrors(fieldErrors, step);
    form.showFindings(bySection);
    tellSaveFailed(unplaced.length ? unplaced : [message]);
  }

  return { save, conflict, mismatch: licence.open, grossPay: grossPay.open };
}

/** Back to the review where that was promised: a step that this save opened anew comes before it, from its beginning. */
function routeAfter(step: Step): string {
  const next = stepAfter(step);
  if (step.reopens) return passThroughReopened(step.title) ? `${next.route}#${next.sections[0]?.anchor}` : next.route;
  return takeReviewReturn() ? stepInRole(applicationFlow, 'payment').route : next.route;
}
