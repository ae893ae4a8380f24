import { NavLink, Outlet, useLocation } from 'react-router-dom';
import texts from '../../../schemas/texts/shell.json';
import { fillText } from '../../model/fillText';
import { ApplicationFrame } from './ApplicationFrame';
import { applicationFlow } from './applicationFlow';
import { BackArrow, PageHeading } from './PageHeading';
import './steps.css';

/** Read-only review of the first three steps (spec 000, section 2, /view). */
export function ViewShell() {
  const { pathname } = useLocation();
  const steps = applicationFlow.steps.filter((step) => step.viewRoute);
  const step = steps.find((candidate) => candidate.viewRoute === pathname.replace(/\/$/, ''));
  const list = (
    <nav className="ap-steps" aria-label={texts.steps.label}>
      <ul className="ap-view-steps">
        {steps.map((candidate) => (
          <li key={candidate.id}>
            <NavLink to={candidate.viewRoute ?? ''} end>
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
