import { Navigate } from 'react-router-dom';
import { useApplicationDetail, useSectionStatus } from '../../api/application';
import { useSession } from '../session/sessionStore';
import { homePath } from './application';
import { FailedPage, SlowLoader } from './FailedPage';

/** Redirects to the applicant's current page (docs/spec/000.md, §4). */
export function Resume() {
  const { trnId } = useSession();
  const detail = useApplicationDetail(trnId);
  const status = useSectionStatus(trnId);
  const error = detail.error ?? status.error;
  const retry = () => {
    void detail.mutate();
    void status.mutate();
  };
  if (error) return <FailedPage error={error} onRetry={retry} />;
  if (!detail.data || !status.data) return <SlowLoader />;
  return <Navigate to={homePath(detail.data, status.data)} replace />;
}
