import { NavLink, Outlet, useLocation } from 'react-router-dom';
import { useMessages } from '../../messages/useMessages';
import { fillText } from '../../model/messages/fillText';
import { ApplicationFrame } from './ApplicationFrame';
import { presentAddress, useSteps } from './application';
import { PageHeading } from './PageHeading';
import { usePresentAddress } from './usePresentAddress';

/** Shows the read-only pages of the steps (docs/spec/000.md, §2). */
export function ViewShell() {
  const messages = useMessages('shell');
  const { pathname } = useLocation();
  const steps = useSteps().filter((step) => step.viewRoute);
  const address = presentAddress(pathname);
  const step = steps.find((candidate) => candidate.viewRoute === address);
  usePresentAddress();
  const list = (
    <nav className="rp-steps__root" aria-label={messages.steps.label}>
      <ul className="rp-steps__views">
        {steps.map((candidate) => (
          <li key={candidate.id}>
            <NavLink className="rp-steps__link" to={candidate.viewRoute ?? ''} end>
              {candidate.title}
            </NavLink>
          </li>
        ))}
      </ul>
    </nav>
  );
  return (
    <ApplicationFrame side={list} hasBack>
      {step && <PageHeading title={fillText(messages.title.view, { title: step.title })}>{step.heading}</PageHeading>}
      <Outlet />
    </ApplicationFrame>
  );
}
