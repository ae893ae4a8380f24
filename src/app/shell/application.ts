import { createContext, useContext, useEffect } from 'react';
import flow from '../../../schemas/flows/application.json';
import { startOpening } from '../../api/opening';
import type { ApplicationDetail, SectionStatus } from '../../contract/application';
import { nextStep } from '../../model/flow';
import type { Flow, Step } from '../../model/types';

/** The four steps of an application, in their order. The server refuses to start with a flow file of another shape. */
export const applicationFlow = flow as Flow;

/** The step that a saved one leads to. @throws Error after the last one, which is not saved but paid */
export function stepAfter(step: Step): Step {
  const next = applicationFlow.steps[applicationFlow.steps.findIndex(({ id }) => id === step.id) + 1];
  if (!next) throw new Error(`No step comes after '${step.id}'`);
  return next;
}

/** Asks for what the page at `path` shows, if it is one that a single call opens. */
export function openAt(path: string): void {
  const address = path.replace(/\/$/, '');
  const step = applicationFlow.steps.find(({ route, viewRoute }) => route === address || viewRoute === address);
  if (step) startOpening('application', step.id);
  if (address === '/success') startOpening('success', 'summary');
}

export const ApplicationContext = createContext<ApplicationDetail | undefined>(undefined);

/** The application of who is signed in. @throws Error outside the pages that need a session */
export function useApplication(): ApplicationDetail {
  const detail = useContext(ApplicationContext);
  if (!detail) throw new Error('useApplication is called outside SignedIn.');
  return detail;
}

/** True once the application is handed in (spec 000, section 4: other values of application_status are not shown). */
export function isFinished({ application_status }: Pick<ApplicationDetail, 'application_status'>): boolean {
  return application_status === 'Completed' || application_status === 'Submitted';
}

/** Where an applicant who signs in goes on (spec 000, section 2, Step navigation rules and Guards). */
export function homePath(detail: ApplicationDetail, status: SectionStatus): string {
  if (isFinished(detail)) return '/success';
  if (!detail.accept_terms_and_condition_status) return '/instruction';
  return openPath(status);
}

/** The first step that is not done, or the last one. */
export function openPath(status: SectionStatus): string {
  const step = nextStep(applicationFlow, status) ?? applicationFlow.steps.at(-1);
  return step?.route ?? '/';
}

// In the tab's storage, for the address loses everything but its anchor on the way through a step's panels.
const KEY = 'come-back-to-review';
const CHANGED = 'edit';

/** The next save of a step leads back to the review. */
export function comeBackToReview(): void {
  sessionStorage.setItem(KEY, CHANGED);
}

/** Whether a save leads back to the review; asking ends it. */
export function takeReviewReturn(): boolean {
  const isWanted = sessionStorage.getItem(KEY) !== null;
  sessionStorage.removeItem(KEY);
  return isWanted;
}

/** The way back leads through another step, which the save of `step` opened anew. False where nothing leads back to the review. */
export function passThroughReopened(step: string): boolean {
  const isWanted = sessionStorage.getItem(KEY) !== null;
  if (isWanted) sessionStorage.setItem(KEY, step);
  return isWanted;
}

/** What the page in front of the applicant is for: answers of it are changed, or the save of another step opened it anew. */
export function reviewErrand(): { reopenedBy?: string } | undefined {
  const kept = sessionStorage.getItem(KEY);
  if (kept === null) return undefined;
  return kept === CHANGED ? {} : { reopenedBy: kept };
}

/** The review is reached: nothing leads back to it any more. */
export function usePassedReview(): void {
  // Tied to the tab's storage.
  useEffect(() => sessionStorage.removeItem(KEY), []);
}
