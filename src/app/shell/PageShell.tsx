import { useEffect } from 'react';
import { Navigate, Outlet, useLocation } from 'react-router-dom';
import { useApplicationDetail, useSectionStatus } from '../../api/application';
import type { SectionStatus } from '../../contract/application';
import { nextStep } from '../../model/section/flow';
import { useSession } from '../session/sessionStore';
import { toast } from '../ui/Toaster';
import { ApplicationFrame } from './ApplicationFrame';
import { ApplicationContext, applicationFlow, isFinished, openPath, useApplication } from './application';
import { FailedPage, SlowLoader } from './FailedPage';
import { useAccent } from './Frame';

/** Shows a page after submission. Before that, redirects to the instructions or the open step. */
export function PageShell() {
  const { pathname } = useLocation();
  if (!isFinished(useApplication())) return <OpenPage />;
  return (
    <ApplicationFrame hasBack={pathname === '/viewconsent'}>
      <Outlet />
    </ApplicationFrame>
  );
}

function OpenPage() {
  const { trn_id, accept_terms_and_condition_status } = useApplication();
  const { data: status, error, mutate } = useSectionStatus(trn_id);
  if (!accept_terms_and_condition_status) return <Navigate to="/instruction" replace />;
  if (status) return <RedirectToOpenStep status={status} />;
  return error ? <FailedPage error={error} onRetry={() => void mutate()} /> : <SlowLoader />;
}

/** Redirects to the first incomplete step and shows why (docs/spec/002-payment.md, §8). */
export function RedirectToOpenStep({ status }: { status: SectionStatus }) {
  const incomplete = nextStep(applicationFlow(), status)?.incomplete;
  useEffect(() => {
    if (incomplete) toast('error', incomplete);
  }, [incomplete]);
  return <Navigate to={openPath(status)} replace />;
}

/** Provides the session's application. Redirects to the login if there's no session. */
export function LoggedIn() {
  const { token, trnId } = useSession();
  const { data, error, mutate } = useApplicationDetail(token ? trnId : '');
  useAccent(data?.accent);
  if (!token) return <Navigate to="/login" replace />;
  if (error) return <FailedPage error={error} onRetry={() => void mutate()} />;
  if (!data) return <SlowLoader />;
  return (
    <ApplicationContext value={data}>
      <Outlet key={trnId} />
    </ApplicationContext>
  );
}
