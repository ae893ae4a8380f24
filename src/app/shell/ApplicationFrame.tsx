import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { Link } from 'react-router-dom';
import texts from '../../../schemas/texts/shell.json';
import { LanguageSwitch } from '../language/LanguageSwitch';
import { logOut } from '../session/sessionEnd';
import { useApplication } from './application';
import { Brand, Frame, LegalFooter } from './Frame';

/** The frame of every page of someone signed in: their application above, the subscriber's help and the policies below. */
export function ApplicationFrame({ side, children }: { side?: ReactNode; children: ReactNode }) {
  const { phone, email } = useApplication();
  return (
    <Frame header={<ApplicationHeader />} side={side} help={{ phone, email }} footer={<LegalFooter isNewTab />}>
      {children}
    </Frame>
  );
}

/** Whose application this is and with whom: on every page of someone signed in (spec 000, section 1). */
function ApplicationHeader() {
  const { subscriber_name, subscriber_logo, first_name, last_name, application_number } = useApplication();
  return (
    <header className="ap-header">
      <div className="ap-header-row">
        <Brand name={subscriber_name} logo={subscriber_logo} />
        <div className="ap-who" translate="no">
          <strong>
            {first_name} {last_name}
          </strong>
          <span>
            <span translate="yes">{texts.header.id}</span> {application_number}
          </span>
        </div>
        <LanguageSwitch />
        <TranslateWidget />
        <LogoutMenu />
      </div>
    </header>
  );
}

/** A button that discloses the account's page and Logout; Escape and leaving it close it. */
function LogoutMenu() {
  const [isOpen, setOpen] = useState(false);
  const panel = useId();
  const toggle = useRef<HTMLButtonElement>(null);
  const closeOnEscape = ({ key }: KeyboardEvent) => {
    if (key !== 'Escape' || !isOpen) return;
    setOpen(false);
    toggle.current?.focus();
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only listens to what its buttons do.
    <div
      className="ap-menu"
      onKeyDown={closeOnEscape}
      onBlur={({ currentTarget, relatedTarget }) => {
        if (!currentTarget.contains(relatedTarget)) setOpen(false);
      }}
    >
      <button
        ref={toggle}
        type="button"
        className="ap-menu-toggle"
        aria-expanded={isOpen}
        aria-controls={panel}
        onClick={() => setOpen(!isOpen)}
      >
        {texts.header.menu}
        <svg viewBox="0 0 24 24" aria-hidden="true">
          <path d="M6 9l6 6 6-6" />
        </svg>
      </button>
      <div id={panel} className="ap-menu-panel" hidden={!isOpen}>
        <Link to="/account" onClick={() => setOpen(false)}>
          {texts.header.account}
        </Link>
        <button type="button" onClick={() => void logOut()}>
          {texts.header.logout}
        </button>
      </div>
    </div>
  );
}

const SCRIPT = '/api/translate-widget.js';

/**
 * Where the operator's machine-translation widget draws itself (spec 000, section 2, Application shell). It is fetched only where
 * the operator has switched it on; it finds its place by the id.
 */
function TranslateWidget() {
  const { translate_widget: isOn } = useApplication();
  // The widget is a script of its own that React does not know.
  useEffect(() => {
    if (isOn) addScript();
  }, [isOn]);
  return isOn ? <div id="translate-widget" className="ap-translate" translate="no" /> : null;
}

function addScript(): void {
  if (document.querySelector(`script[src="${SCRIPT}"]`)) return;
  document.head.append(Object.assign(document.createElement('script'), { src: SCRIPT, type: 'module' }));
}
