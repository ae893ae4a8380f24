import { createContext, useContext } from 'react';
import type { ApplicationDetail } from '../../api/application';

export const ApplicationContext = createContext<ApplicationDetail | undefined>(undefined);

/** The application of who is signed in. @throws Error outside the pages that need a session */
export function useApplication(): ApplicationDetail {
  const detail = useContext(ApplicationContext);
  if (!detail) throw new Error('useApplication is called outside SignedIn.');
  return detail;
}
