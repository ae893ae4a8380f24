import { Outlet, useLocation } from 'react-router-dom';
import { ApplicationFrame } from './ApplicationFrame';
import { BackArrow } from './BackArrow';

/** Header and help around a page without steps. */
export function PageShell() {
  const { pathname } = useLocation();
  return (
    <ApplicationFrame>
      {pathname === '/viewconsent' && <BackArrow />}
      <Outlet />
    </ApplicationFrame>
  );
}
