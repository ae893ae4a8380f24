import { createContext, useContext, useEffect } from 'react';
import flow from '../../../schemas/flows/application.json';
import { startBootstrap } from '../../api/bootstrap';
import type { ApplicationDetail, SectionStatus } from '../../contract/application';
import { isRecord, ownMember } from '../../model/answers/paths';
import { defineLiveFile } from '../../model/messages/liveFiles';
import { isSubmission, nextStep } from '../../model/section/flow';
import type { Flow, Step } from '../../model/types';
import { tabStorage } from '../session/safeStorage';

/** The cast is safe, because the server refuses flow files with another structure. */
export const applicationFlow = defineLiveFile('flows/application', flow as Flow);

/** Leaves out the steps that the applicant's role skips. */
export function listSteps(application: Pick<ApplicationDetail, 'skipped_steps'> | undefined): Step[] {
  return applicationFlow().steps.filter(({ id }) => !application?.skipped_steps.includes(id));
}

export const useSteps = (): Step[] => listSteps(useContext(ApplicationContext));

/** Returns the next step. Throws for the last step, because it's submitted instead of saved. */
export function stepAfter(step: Step, steps: readonly Step[]): Step {
  const next = steps[steps.findIndex(({ id }) => id === step.id) + 1];
  if (!next) throw new Error(`No step comes after '${step.id}'`);
  return next;
}

/** Returns the current path for a former path. Removes a trailing slash. */
export function presentAddress(path: string): string {
  const address = path.replace(/(.)\/$/, '$1');
  return ownMember(applicationFlow().redirects, address) || address;
}

/** Returns a page's former paths. For '', returns the paths of removed pages. */
export function formerAddresses(address: string): string[] {
  const all = Object.entries(applicationFlow().redirects ?? {});
  return all.filter(([, now]) => now === address).map(([former]) => former);
}

export function stepAt(path: string): Step | undefined {
  const address = presentAddress(path);
  return applicationFlow().steps.find(({ route }) => route === address);
}

export function isReviewAt(step: Step, hash: string): boolean {
  return isSubmission(step) && !step.sections.some(({ anchor }) => `#${anchor}` === hash);
}

export function openAt(path: string): void {
  const address = presentAddress(path);
  const step = applicationFlow().steps.find(({ route, viewRoute }) => route === address || viewRoute === address);
  if (step) startBootstrap('application', step.id);
  if (address === '/success') startBootstrap('success', 'summary');
}

export const ApplicationContext = createContext<ApplicationDetail | undefined>(undefined);

/** Throws outside LoggedIn. */
export function useApplication(): ApplicationDetail {
  const detail = useContext(ApplicationContext);
  if (!detail) throw new Error('useApplication is called outside LoggedIn.');
  return detail;
}

/** Returns copied sections that the applicant hasn't confirmed yet. */
export function useUnconfirmed(): readonly string[] {
  const copied = useContext(ApplicationContext)?.taken_over ?? [];
  return copied.filter(({ confirmed }) => !confirmed).map(({ section }) => section);
}

/** True once the application is submitted (docs/spec/000.md, §2). */
export function isFinished({ application_status }: Pick<ApplicationDetail, 'application_status'>): boolean {
  return application_status === 'Completed' || application_status === 'Submitted';
}

/** Returns the page to open after a login (docs/spec/000.md, §2). */
export function homePath(detail: ApplicationDetail, status: SectionStatus): string {
  if (isFinished(detail)) return '/success';
  if (!detail.accept_terms_and_condition_status) return '/instruction';
  return openPath(status);
}

/** Returns the path of the first incomplete step, or of the last step. */
export function openPath(status: SectionStatus): string {
  const step = nextStep(applicationFlow(), status) ?? applicationFlow().steps.at(-1);
  return step?.route ?? '/';
}

// Stored in the tab, because navigation between panels clears the router's state.
const KEY = 'come-back-to-review';

interface ReturnPath {
  /** Title of the saved step that reopened this one. */
  reopenedBy?: string;
}

/** Makes the review the return path of the next save. */
export function setReturnToReview(): void {
  tabStorage.write(KEY, {} satisfies ReturnPath);
}

/** Clears the return path. Returns true if there was a return path. */
export function consumeReturnPath(): boolean {
  const isWanted = findReturnPath() !== undefined;
  tabStorage.remove(KEY);
  return isWanted;
}

/** Records that saving `step` (a title) reopened another step. Returns false if there's no return path. */
export function setReopenedStep(step: string): boolean {
  const isWanted = findReturnPath() !== undefined;
  if (isWanted) tabStorage.write(KEY, { reopenedBy: step } satisfies ReturnPath);
  return isWanted;
}

export function findReturnPath(): ReturnPath | undefined {
  const stored = tabStorage.read(KEY);
  return isRecord(stored) ? stored : undefined;
}

export function useReviewReached(): void {
  useEffect(() => tabStorage.remove(KEY), []);
}
