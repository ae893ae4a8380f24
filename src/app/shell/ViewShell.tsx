import { NavLink, Outlet, useLocation } from 'react-router-dom';
import texts from '../../../schemas/texts/shell.json';
import { fillText } from '../../model/fillText';
import { ApplicationFrame } from './ApplicationFrame';
import { applicationFlow } from './application';
import { BackArrow, PageHeading } from './PageHeading';

/** Read-only review of the first three steps (spec 000, section 2, /view). */
export function ViewShell() {
  const { pathname } = useLocation();
  const steps = applicationFlow.steps.filter((step) => step.viewRoute);
  const step = steps.find((candidate) => candidate.viewRoute === pathname.replace(/\/$/, ''));
  const list = (
    <nav className="rp-steps__root" aria-label={texts.steps.label}>
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
    <ApplicationFrame side={list}>
      <BackArrow />
      {step && <PageHeading title={fillText(texts.title.view, { title: step.title })}>{step.heading}</PageHeading>}
      <Outlet />
    </ApplicationFrame>
  );
}
