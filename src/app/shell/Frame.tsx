import { Box } from '@chakra-ui/react/box';
import { Flex } from '@chakra-ui/react/flex';
import { type ReactNode, useLayoutEffect, useState } from 'react';
import { Link } from 'react-router-dom';
import { version } from '../../../package.json';
import { useMessages } from '../../messages/useMessages';
import { accentVariables } from '../../model/format/accent';
import { formatPhone } from '../../model/format/phone';
import { fillText } from '../../model/messages/fillText';
import { pages } from '../../model/section/pages';
import { ToastSlot } from '../ui/ToastSlot';

interface FrameProps {
  header?: ReactNode;
  /** Content shown beside the page on screens at least 1024 px wide, and above it on narrower screens. */
  side?: ReactNode;
  children: ReactNode;
  help?: { phone?: string; email?: string };
  footer?: ReactNode;
  width?: 'narrow' | 'column';
}

export function Frame({ header, side, children, help, footer, width = 'column' }: FrameProps) {
  const messages = useMessages('shell').skip;
  return (
    <div className="rp-frame__root">
      <a className="rp-frame__skip" href="#main">
        {messages}
      </a>
      {header}
      <div className="rp-frame__body" data-side={side ? '' : undefined}>
        {side}
        <main id="main" tabIndex={-1} className="rp-frame__main" data-width={width}>
          <ToastSlot place="start" />
          {children}
        </main>
      </div>
      <Box as="footer" borderTop="1px solid {colors.hair}" color="muted" fontSize="small">
        <Flex {...FOOT}>
          <HelpNote phone={help?.phone || undefined} email={help?.email || undefined} />
          {footer}
        </Flex>
      </Box>
    </div>
  );
}

export function Brand({ name, logo }: { name: string; logo?: string }) {
  const [broken, setBroken] = useState('');
  return (
    <p className="rp-frame__brand">
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

function HelpNote(contact: { phone?: string; email?: string }) {
  const messages = useMessages('shell').help;
  const { phone = messages.phone, email = messages.email } = contact;
  return (
    <Box {...HELP}>
      <p>
        {messages.question} <a href={`mailto:${email}`}>{messages.click}</a>
      </p>
      <Flex as="p" {...CONTACTS}>
        <a href={`tel:+${phone.replace(/\D/g, '')}`}>{formatPhone(phone)}</a>
        <a href={`mailto:${email}`}>{email}</a>
      </Flex>
    </Box>
  );
}

const HELP = { className: 'rp-help-note', minWidth: '0', css: { '& a': { overflowWrap: 'break-word' } } } as const;
const CONTACTS = { wrap: 'wrap', columnGap: '4', css: { '& a': { paddingBlock: { base: '0.5', md: '1' } } } } as const;

export function useAccent(accent: string | undefined): void {
  useLayoutEffect(() => {
    const { style } = document.documentElement;
    for (const [name, value] of Object.entries(accentVariables(accent))) style.setProperty(name, value);
  }, [accent]);
}

interface LegalLinksProps {
  isNewTab?: boolean;
  /** Shows the accommodation link on wide screens. On phones, only the menu has this link. */
  hasAccommodation?: boolean;
  hasVersion?: boolean;
}

/** Links open in new tabs if `isNewTab` is true, so that a half-typed card number isn't lost. */
export function LegalLinks({ isNewTab = false, hasAccommodation = false, hasVersion = false }: LegalLinksProps) {
  const messages = useMessages('shell').footer;
  const tab = isNewTab && { target: '_blank', title: messages.newTab };
  return (
    <Flex {...LEGAL}>
      <Flex as="nav" aria-label={messages.label} {...LINKS}>
        <Link to="/atss/data-policy" {...tab}>
          {messages.dataPolicy}
        </Link>
        <Link to="/atss/terms-of-use" {...tab}>
          {messages.termsOfUse}
        </Link>
        {hasAccommodation && (
          // The box hides the link, because the theme styles only links without a class.
          <Box display={{ base: 'none', md: 'flex' }}>
            <Link to={pages.accommodation} {...tab}>
              {messages.accommodation}
            </Link>
          </Box>
        )}
      </Flex>
      {hasVersion && <p>{fillText(messages.versionNumber, { version })}</p>}
    </Flex>
  );
}

const LINKS = {
  wrap: 'wrap',
  gap: '{spacing.1} {spacing.5}',
  css: { '& a': { paddingBlock: { base: '0.5', md: '2' } } },
} as const;
const LEGAL = {
  wrap: 'wrap',
  gap: '{spacing.1} {spacing.5}',
  align: 'center',
  justify: 'space-between',
  flexGrow: { base: '1', md: '0' },
} as const;
const FOOT = {
  wrap: 'wrap',
  gap: '{spacing.1} {spacing.6}',
  align: 'center',
  justify: 'space-between',
  maxWidth: '78rem',
  marginInline: 'auto',
  paddingBlock: { base: '1', md: '3' },
  paddingInline: { base: '4', md: '6' },
} as const;

export function NextArea({ children }: { children: ReactNode }) {
  return (
    <Box className="rp-next" marginTop={{ base: '3', md: '6' }} css={BUTTON}>
      {children}
    </Box>
  );
}

const BUTTON = {
  '& .rp-button[data-variant=primary]': { width: { base: '100%', md: 'auto' }, minWidth: '12rem', fontSize: 'large' },
  // The button is busy, not disabled.
  '& .rp-button[data-variant=primary][aria-disabled=true]': { bg: 'accent', color: 'accentInk', cursor: 'progress' },
} as const;
