import { useEffect, useState } from 'react';
import { NavLink, useLocation, useNavigate, useParams } from 'react-router-dom';
import { logOutOfOffice, useOfficeSession } from '../../api/office';
import type { OfficeSession } from '../../contract/office';
import { useMessages } from '../../messages/useMessages';
import { LanguageSwitch } from '../language/LanguageSwitch';
import { Brand, useAccent } from '../shell/Frame';
import { Button } from '../ui/Button';
import { Skeleton } from '../ui/Skeleton';
import { ToastSlot } from '../ui/ToastSlot';
import { AccommodationList } from './AccommodationList';
import { ApplicationList } from './ApplicationList';
import { ApplicationPage } from './ApplicationPage';
import { EmailsPage } from './EmailsPage';
import { ExceptionsPage } from './ExceptionsPage';
import { HouseholdList } from './HouseholdList';
import { HouseholdPage } from './HouseholdPage';
import { KeyboardHelp } from './KeyboardHelp';
import { AcceptLinkForm, FactorForm, LoginForm } from './OfficeLogin';
import { clearReturnPaths, takeReturnPath } from './officeReturn';
import { PeoplePage } from './PeoplePage';
import { ReportsPage } from './ReportsPage';
import './office.css';

export function OfficePage() {
  const { data, error, mutate } = useOfficeSession();
  // The token is in the URL's fragment. Browsers don't send the fragment to the server.
  const [token, setToken] = useState(readToken);
  const navigate = useNavigate();
  useEffect(() => {
    if (readToken()) window.history.replaceState(window.history.state, '', '/office');
  }, []);
  const enter = (session: OfficeSession) => {
    setToken('');
    const before = takeReturnPath();
    if (before) void navigate(before, { replace: true });
    void mutate(session, { revalidate: false });
  };
  const leave = () => {
    clearReturnPaths();
    void navigate('/office', { replace: true });
    return logOutOfOffice().finally(() => mutate());
  };
  if (token) return <AcceptLinkForm token={token} onEnter={enter} onOther={() => setToken('')} />;
  if (!data && !error)
    return (
      <main id="main" className="of-page">
        <Skeleton lines={6} />
      </main>
    );
  if (!data || error) return <LoginForm />;
  if (data.factor === 'setUp' || data.factor === 'code') return <FactorForm session={data} onEnter={enter} />;
  return <OfficeFrame session={data} onLeave={() => void leave()} />;
}

function readToken(): string {
  const { pathname, hash } = window.location;
  return pathname === '/office/enter' ? hash.slice(1) : '';
}

const PEOPLE = '/office/people';
const HOUSEHOLDS = '/office/households';
const MONEY = '/office/money';
const FIGURES = '/office/figures';
const EMAILS = '/office/emails';

function OfficeFrame({ session, onLeave }: { session: OfficeSession; onLeave(): void }) {
  const messages = useMessages('office');
  const { emails } = useMessages('thread');
  const { id, household } = useParams();
  const { person, subscriber } = session;
  const { pathname } = useLocation();
  // The accommodation contact can't read applications.
  const mayRead = session.scopes.includes('read');
  const isOwner = session.scopes.includes('people');
  useAccent(subscriber.accent);
  return (
    <div className="rp-frame__root of-frame">
      <header className="rp-frame__header">
        <div className="rp-frame__row">
          <Brand name={subscriber.name} logo={subscriber.logo_url} />
          {mayRead && (
            <nav className="of-places" aria-label={messages.places}>
              <NavLink to="/office" end>
                {messages.title}
              </NavLink>
              <NavLink to={HOUSEHOLDS}>{messages.households.title}</NavLink>
              <NavLink to={MONEY}>{messages.money.title}</NavLink>
              <NavLink to={FIGURES}>{messages.figures.title}</NavLink>
              <NavLink to={EMAILS}>{emails.title}</NavLink>
              {isOwner && <NavLink to={PEOPLE}>{messages.people.title}</NavLink>}
            </nav>
          )}
          <p className="rp-frame__who">
            <strong translate="no">{person.name || person.email}</strong>
          </p>
          <Button onClick={onLeave}>{messages.logout}</Button>
        </div>
      </header>
      <main id="main" tabIndex={-1} className="of-page">
        <ToastSlot />
        {!mayRead ? (
          <AccommodationList />
        ) : pathname === PEOPLE && isOwner ? (
          <PeoplePage session={session} />
        ) : household ? (
          <HouseholdPage key={household} id={household} session={session} />
        ) : pathname === HOUSEHOLDS ? (
          <HouseholdList />
        ) : pathname === EMAILS ? (
          <EmailsPage />
        ) : pathname === MONEY ? (
          <ExceptionsPage />
        ) : pathname === FIGURES ? (
          <ReportsPage session={session} />
        ) : id ? (
          <ApplicationPage session={session} />
        ) : (
          <ApplicationList session={session} />
        )}
      </main>
      <footer className="of-foot">
        <KeyboardHelp />
        <LanguageSwitch />
      </footer>
    </div>
  );
}
