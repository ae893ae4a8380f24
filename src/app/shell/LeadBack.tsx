import { useEffect } from 'react';
import { Navigate } from 'react-router-dom';
import type { SectionStatus } from '../../contract/application';
import { nextStep } from '../../model/flow';
import { toast } from '../ui/Toaster';
import { openPath } from './application';
import { applicationFlow } from './applicationFlow';

/** To the first step that is not done, saying which one that is (spec 002, section 8). */
export function LeadBack({ status }: { status: SectionStatus }) {
  const incomplete = nextStep(applicationFlow, status)?.incomplete;
  // Tied to the toasts, which outlive this page.
  useEffect(() => {
    if (incomplete) toast('error', incomplete);
  }, [incomplete]);
  return <Navigate to={openPath(status)} replace />;
}
