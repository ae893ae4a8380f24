import { Box } from '@chakra-ui/react/box';
import { Flex } from '@chakra-ui/react/flex';
import { type ReactNode, useLayoutEffect, useState } from 'react';
import { Link } from 'react-router-dom';
import { version } from '../../../package.json';
import texts from '../../../schemas/texts/shell.json';
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
    <div className="rp-frame__root">
      <a className="rp-frame__skip" href="#main">
        {texts.skip}
      </a>
      {header}
      <div className="rp-frame__body" data-side={side ? '' : undefined}>
        {side}
        <main id="main" tabIndex={-1} className="rp-frame__main" data-width={width}>
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
    <p className="rp-frame__brand" data-long={isLong(name) ? '' : undefined}>
      {logo && logo !== broken ? (
        <img src={logo} alt="" onError={() => setBroken(logo)} />
      ) : (
        <span className="rp-frame__monogram" aria-hidden="true">
          {name.slice(0, 1)}
        </span>
      )}
      <span translate="no">{name}</span>
    </p>
  );
}

/** Whether a name wants a line of its own on a phone: it is long, or one of its words is. */
function isLong(name: string): boolean {
  return name.length > 18 || name.split(/\s+/).some((word) => word.length > 10);
}

/** The 'Click here' helper at the bottom of every page, the phone number and e-mail address openly next to it. */
function HelpNote({ phone = texts.help.phone, email = texts.help.email }: { phone?: string; email?: string }) {
  return (
    <Box {...HELP}>
      <p>
        {texts.help.question} <a href={`mailto:${email}`}>{texts.help.click}</a>
      </p>
      <p>
        {texts.help.call} <a href={`tel:+${phone.replace(/\D/g, '')}`}>{formatPhone(phone)}</a> {texts.help.write}{' '}
        <a href={`mailto:${email}`}>{email}</a>.
      </p>
    </Box>
  );
}

const HELP = {
  className: 'rp-help-note',
  marginTop: '7',
  paddingTop: '4',
  borderTop: '1px solid {colors.hair}',
  color: 'muted',
  css: { '& p': { paddingBottom: '1' }, '& a': { overflowWrap: 'anywhere' } },
} as const;

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
    <Box as="footer" {...LEGAL}>
      <Flex {...LEGAL_ROW}>
        <Flex as="nav" aria-label={texts.footer.label} {...LINKS}>
          <Link to="/atss/data-policy" {...tab}>
            {texts.footer.dataPolicy}
          </Link>
          <Link to="/atss/terms-of-use" {...tab}>
            {texts.footer.termsOfUse}
          </Link>
        </Flex>
        <p>{fillText(texts.footer.versionNumber, { version })}</p>
      </Flex>
    </Box>
  );
}

const LEGAL = { borderTop: '1px solid {colors.hair}', color: 'muted', fontSize: 'small' } as const;
const LINKS = { wrap: 'wrap', gap: '{spacing.1} {spacing.5}', css: { '& a': { paddingBlock: '2' } } } as const;
const LEGAL_ROW = {
  wrap: 'wrap',
  gap: '{spacing.1} {spacing.5}',
  align: 'center',
  justify: 'space-between',
  maxWidth: '78rem',
  marginInline: 'auto',
  paddingBlock: '3',
  paddingInline: { base: '4', md: '6' },
} as const;

/** The foot of a page, with the one button that leads on. */
export function NextArea({ children }: { children: ReactNode }) {
  return (
    <Box className="rp-next" marginBlock="{spacing.6} {spacing.5}" css={BUTTON}>
      {children}
    </Box>
  );
}

const BUTTON = {
  '& .rp-button': { width: { base: '100%', md: 'auto' }, minWidth: '12rem', fontSize: 'large' },
} as const;
