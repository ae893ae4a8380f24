import { Box } from '@chakra-ui/react/box';
import { Flex } from '@chakra-ui/react/flex';
import { type ReactNode, useLayoutEffect, useState } from 'react';
import { Link } from 'react-router-dom';
import { version } from '../../../package.json';
import { useMessages } from '../../messages/useMessages';
import { accentVariables } from '../../model/format/accent';
import { formatPhone } from '../../model/format/phone';
import { fillText } from '../../model/messages/fillText';

interface FrameProps {
  header?: ReactNode;
  /** Next to the page from 1024 px, above it below. */
  side?: ReactNode;
  children: ReactNode;
  help?: { phone?: string; email?: string };
  footer?: ReactNode;
  /** 'narrow' for a few fields. */
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
          {children}
          <HelpNote phone={help?.phone || undefined} email={help?.email || undefined} />
        </main>
      </div>
      {footer}
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
      <p>
        {messages.call} <a href={`tel:+${phone.replace(/\D/g, '')}`}>{formatPhone(phone)}</a> {messages.write}{' '}
        <a href={`mailto:${email}`}>{email}</a>.
      </p>
    </Box>
  );
}

const HELP = {
  className: 'rp-help-note',
  marginTop: { base: '5', md: '7' },
  paddingTop: { base: '3', md: '4' },
  borderTop: '1px solid {colors.hair}',
  color: 'muted',
  fontSize: { base: '0.875rem', md: 'body' },
  css: { '& p': { paddingBottom: '1' }, '& a': { overflowWrap: 'break-word' } },
} as const;

export function useAccent(accent: string | undefined): void {
  useLayoutEffect(() => {
    const { style } = document.documentElement;
    for (const [name, value] of Object.entries(accentVariables(accent))) style.setProperty(name, value);
  }, [accent]);
}

/** New tabs keep a card that's being typed (docs/spec/000.md). */
export function LegalFooter({ isNewTab = false }: { isNewTab?: boolean }) {
  const messages = useMessages('shell').footer;
  const tab = isNewTab && { target: '_blank', title: messages.newTab };
  return (
    <Box as="footer" {...LEGAL}>
      <Flex {...LEGAL_ROW}>
        <Flex as="nav" aria-label={messages.label} {...LINKS}>
          <Link to="/atss/data-policy" {...tab}>
            {messages.dataPolicy}
          </Link>
          <Link to="/atss/terms-of-use" {...tab}>
            {messages.termsOfUse}
          </Link>
        </Flex>
        <p>{fillText(messages.versionNumber, { version })}</p>
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

export function NextArea({ children }: { children: ReactNode }) {
  return (
    <Box className="rp-next" marginTop={{ base: '5', md: '6' }} marginBottom="5" css={BUTTON}>
      {children}
    </Box>
  );
}

const BUTTON = {
  '& .rp-button': { width: { base: '100%', md: 'auto' }, minWidth: '12rem', fontSize: 'large' },
} as const;
