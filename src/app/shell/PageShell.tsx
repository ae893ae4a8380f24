import { Navigate, Outlet, useLocation } from 'react-router-dom';
import { useSectionStatus } from '../../api/application';
import { ApplicationFrame } from './ApplicationFrame';
import { isFinished, useApplication } from './application';
import { BackArrow } from './BackArrow';
import { FailedPage } from './FailedPage';

import { LeadBack } from './LeadBack';
import { SlowLoader } from './SlowLoader';

/** Header and help around the pages of a submitted application; before that they lead to what is still open. */
export function PageShell() {
  const { pathname } = useLocation();
  if (!isFinished(useApplication())) return <WhatIsOpen />;
  return (
    <ApplicationFrame>
      {pathname === '/viewconsent' && <BackArrow />}
      <Outlet />
    </ApplicationFrame>
  );
}

function WhatIsOpen() {
  const { trn_id, accept_terms_and_condition_status } = useApplication();
  const { data: status, error, mutate } = useSectionStatus(trn_id);
  if (!accept_terms_and_condition_status) return <Navigate to="/instruction" replace />;
  if (status) return <LeadBack status={status} />;
  return error ? <FailedPage error={error} onRetry={() => void mutate()} /> : <SlowLoader />;
}
