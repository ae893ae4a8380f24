import { Navigate, Outlet } from 'react-router-dom';
import { useApplicationDetail } from '../../api/application';
import { useSession } from '../session/sessionStore';
import { ApplicationContext } from './application';
import { FailedPage, SlowLoader } from './FailedPage';
import { useAccent } from './Frame';

/** Lets pages be seen only with a session, and gives them the application. Another tab's log-out ends them too. */
export function SignedIn() {
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
