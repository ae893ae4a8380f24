import { createContext, useContext } from 'react';
import type { ApplicationDetail, SectionStatus } from '../../contract/application';
import { nextStep } from '../../model/flow';
import { applicationFlow } from './applicationFlow';

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
