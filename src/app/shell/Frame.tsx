import { type ReactNode, useLayoutEffect, useState } from 'react';
import texts from '../../../schemas/texts/shell.json';
import './frame.css';
import { Link } from 'react-router-dom';
import { version } from '../../../package.json';
import { accentVariables } from '../../model/accent';
import { fillText } from '../../model/fillText';

interface FrameProps {
  header?: ReactNode;
  /** Beside the page from 1024 px on, above it before. */
  side?: ReactNode;
  children: ReactNode;
  help?: { phone?: string; email?: string };
  footer?: ReactNode;
  /** 'narrow' for a few fields. */
  width?: 'narrow' | 'column';
}

/** What every page has: skip link, header, main part, and help at the same place. */
export function Frame({ header, side, children, help, footer, width = 'column' }: FrameProps) {
  return (
    <div className="ap-frame">
      <a className="ap-skip" href="#main">
        {texts.skip}
      </a>
      {header}
      <div className="ap-body" data-side={side ? '' : undefined}>
        {side}
        <main id="main" tabIndex={-1} className="ap-main" data-width={width}>
          {children}
          <HelpNote phone={help?.phone || undefined} email={help?.email || undefined} />
        </main>
      </div>
      {footer}
    </div>
  );
}

interface BrandProps {
  name: string;
  logo?: string;
}

/** The subscriber's logo and name; without a picture, or with a broken one, the first letter on the accent. */
export function Brand({ name, logo }: BrandProps) {
  const [broken, setBroken] = useState('');
  return (
    <p className="ap-brand">
      {logo && logo !== broken ? (
        <img src={logo} alt="" onError={() => setBroken(logo)} />
      ) : (
        <span className="ap-monogram" aria-hidden="true">
          {name.slice(0, 1)}
        </span>
      )}
      <span translate="no">{name}</span>
    </p>
  );
}

/** The 'Click here' helper at the bottom of every page, with the provider's phone and e-mail. */
function HelpNote({ phone = texts.help.phone, email = texts.help.email }: { phone?: string; email?: string }) {
  return (
    <details className="ap-help">
      <summary>
        {texts.help.question} <span className="ap-help-click">{texts.help.click}</span>
      </summary>
      <p>
        {texts.help.call} <a href={`tel:+${phone.replace(/\D/g, '')}`}>{formatPhone(phone)}</a> {texts.help.write}{' '}
        <a href={`mailto:${email}`}>{email}</a>.
      </p>
    </details>
  );
}

/** A US number as people write it: `'+1 512 555 0123'` → `'(512) 555-0123'`; anything else as it is. */
function formatPhone(phone: string): string {
  const [, area, exchange, line] = /^1?(\d{3})(\d{3})(\d{4})$/.exec(phone.replace(/\D/g, '')) ?? [];
  return area ? `(${area}) ${exchange}-${line}` : phone;
}

/** Puts the subscriber's colour on the page. */
export function useAccent(accent: string | undefined): void {
  // The variables are the root element's, which React does not draw.
  useLayoutEffect(() => {
    const { style } = document.documentElement;
    for (const [name, value] of Object.entries(accentVariables(accent))) style.setProperty(name, value);
  }, [accent]);
}

/**
 * The policy links and the version at the foot of every page (spec 000, section 2, Login screen; spec 002, section 2).
 * A signed-in applicant's page stays open next to them: a card that is being typed would be lost.
 */
export function LegalFooter({ isNewTab = false }: { isNewTab?: boolean }) {
  const tab = isNewTab && { target: '_blank', title: texts.footer.newTab };
  return (
    <footer className="ap-legal">
      <div className="ap-legal-row">
        <nav aria-label={texts.footer.label}>
          <Link to="/atss/data-policy" {...tab}>
            {texts.footer.dataPolicy}
          </Link>
          <Link to="/atss/terms-of-use" {...tab}>
            {texts.footer.termsOfUse}
          </Link>
        </nav>
        <p>{fillText(texts.footer.versionNumber, { version })}</p>
      </div>
    </footer>
  );
}
