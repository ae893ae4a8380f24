import { Box } from '@chakra-ui/react/box';
import { Grid } from '@chakra-ui/react/grid';
import { chakra } from '@chakra-ui/react/styled-system';
import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { Link } from 'react-router-dom';
import texts from '../../../schemas/texts/shell.json';
import { LanguageSwitch } from '../language/LanguageSwitch';
import { logOut } from '../session/sessionEnd';
import { LineIcon } from '../ui/LineIcon';
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
    <header className="rp-frame__header">
      <div className="rp-frame__row">
        <Brand name={subscriber_name} logo={subscriber_logo} />
        <div className="rp-frame__who" translate="no">
          <strong title={`${first_name} ${last_name}`}>
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
    <Box
      position="relative"
      onKeyDown={closeOnEscape}
      onBlur={({ currentTarget, relatedTarget }) => {
        if (!currentTarget.contains(relatedTarget)) setOpen(false);
      }}
    >
      <chakra.button
        ref={toggle}
        type="button"
        aria-expanded={isOpen}
        aria-controls={panel}
        onClick={() => setOpen(!isOpen)}
        {...TOGGLE}
      >
        {texts.header.menu}
        <LineIcon path="M6 9l6 6 6-6" />
      </chakra.button>
      <Box id={panel} hidden={!isOpen} {...PANEL}>
        <chakra.span asChild {...ENTRY}>
          <Link to="/account" onClick={() => setOpen(false)}>
            {texts.header.account}
          </Link>
        </chakra.span>
        <chakra.button type="button" onClick={() => void logOut()} {...ENTRY}>
          {texts.header.logout}
        </chakra.button>
      </Box>
    </Box>
  );
}

const PRESSED = { minHeight: '2.75rem', paddingInline: '3', borderRadius: 'control', cursor: 'pointer' } as const;
const HOVER = { _hover: { bg: 'surface' } } as const;
const TOGGLE = {
  ...PRESSED,
  ...HOVER,
  display: 'flex',
  alignItems: 'center',
  gap: '2',
  border: '1px solid {colors.hair}',
} as const;
const ENTRY = {
  ...PRESSED,
  ...HOVER,
  display: 'flex',
  alignItems: 'center',
  width: '100%',
  textAlign: 'start',
} as const;
const PANEL = {
  position: 'absolute',
  zIndex: '10',
  insetInlineEnd: '0',
  top: 'calc(100% + 0.25rem)',
  minWidth: '10rem',
  padding: '1',
  border: '1px solid {colors.hair}',
  borderRadius: 'control',
  bg: 'paper',
  boxShadow: '0 0.5rem 1.5rem rgb(15 23 33 / 0.18)',
} as const;

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
  return isOn ? <Grid id="translate-widget" htmlTranslate="no" {...WIDGET} /> : null;
}

/** What it is given at once, as it draws itself later than the page; how wide it is nobody knows: on a phone it has a line of its own. */
const WIDGET = {
  alignItems: 'center',
  minWidth: '6rem',
  minHeight: '2.75rem',
  order: { mdDown: '4' },
  gridColumn: { mdDown: 'span 3' },
} as const;

function addScript(): void {
  if (document.querySelector(`script[src="${SCRIPT}"]`)) return;
  document.head.append(Object.assign(document.createElement('script'), { src: SCRIPT, type: 'module' }));
}
