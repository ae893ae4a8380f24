import { type KeyboardEvent, useId, useRef, useState } from 'react';
import { Link } from 'react-router-dom';
import texts from '../../../schemas/texts/shell.json';
import { logOut } from '../session/logOut';

/** A button that discloses the account's page and Logout; Escape and leaving it close it. */
export function LogoutMenu() {
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
