import { Box } from '@chakra-ui/react/box';
import { Flex } from '@chakra-ui/react/flex';
import { Grid } from '@chakra-ui/react/grid';
import { chakra } from '@chakra-ui/react/styled-system';
import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { Link } from 'react-router-dom';
import { useMessages } from '../../messages/useMessages';
import { pages } from '../../model/section/pages';
import { LanguageSwitch } from '../language/LanguageSwitch';
import { logOut } from '../session/sessionEnd';
import { LineIcon } from '../ui/LineIcon';
import { useApplication } from './application';
import { Brand, Frame, LegalLinks } from './Frame';
import { BackArrow } from './PageHeading';

interface ApplicationFrameProps {
  side?: ReactNode;
  hasBack?: boolean;
  /** True for pages outside the application. They have no menu and no translation widget (docs/spec/000.md, §2). */
  isBeside?: boolean;
  children: ReactNode;
}

export function ApplicationFrame({ side, hasBack = false, isBeside = false, children }: ApplicationFrameProps) {
  const { phone, email } = useApplication();
  return (
    <Frame
      header={<ApplicationHeader isBeside={isBeside} />}
      side={side}
      help={{ phone, email }}
      footer={<LegalLinks isNewTab hasAccommodation />}
    >
      {hasBack && <BackArrow />}
      {children}
    </Frame>
  );
}

/** Shows the header of an application's pages (docs/spec/000.md, §1). */
function ApplicationHeader({ isBeside }: { isBeside: boolean }) {
  const messages = useMessages('shell').header;
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
            <span translate="yes">{messages.id}</span> {application_number}
          </span>
        </div>
        {!isBeside && <TranslateWidget />}
        <Flex {...BUTTONS}>
          <LanguageSwitch />
          {!isBeside && <LogoutMenu />}
        </Flex>
      </div>
    </header>
  );
}

const BUTTONS = {
  align: 'center',
  justify: 'space-between',
  flexGrow: { base: '1', md: '0' },
  marginInlineStart: { md: 'auto' },
  gap: { base: '1', md: '4', lg: '5' },
  marginInlineEnd: { base: '-2', md: '0' },
} as const;

function LogoutMenu() {
  const messages = useMessages('shell').header;
  const { household_role } = useApplication();
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
        {messages.menu}
        <LineIcon path="M6 9l6 6 6-6" />
      </chakra.button>
      <Box id={panel} hidden={!isOpen} {...PANEL}>
        <chakra.span asChild {...ENTRY}>
          <Link to="/account" onClick={() => setOpen(false)}>
            {messages.account}
          </Link>
        </chakra.span>
        {household_role && (
          <chakra.span asChild {...ENTRY}>
            <Link to="/household" onClick={() => setOpen(false)}>
              {messages.household}
            </Link>
          </chakra.span>
        )}
        <chakra.span asChild {...ENTRY}>
          <Link to={pages.accommodation} onClick={() => setOpen(false)}>
            {messages.accommodation}
          </Link>
        </chakra.span>
        <chakra.button type="button" onClick={() => void logOut()} {...ENTRY}>
          {messages.logout}
        </chakra.button>
      </Box>
    </Box>
  );
}

const PRESSED = {
  minHeight: '2.75rem',
  paddingInline: { base: '2', md: '3' },
  borderRadius: 'control',
  cursor: 'pointer',
} as const;
const HOVER = { _hover: { bg: 'surface' } } as const;
const TOGGLE = {
  ...PRESSED,
  ...HOVER,
  display: 'flex',
  alignItems: 'center',
  gap: { base: '1', md: '2' },
  border: { md: '1px solid {colors.hair}' },
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

/** Loads the translation widget if the operator turned it on (docs/spec/000.md). */
function TranslateWidget() {
  const { translate_widget: isOn } = useApplication();
  useEffect(() => {
    if (isOn) addScript();
  }, [isOn]);
  return isOn ? <Grid id="translate-widget" htmlTranslate="no" {...WIDGET} /> : null;
}

const WIDGET = {
  alignItems: 'center',
  minWidth: '6rem',
  minHeight: '2.75rem',
  order: { mdDown: '2' },
  flexBasis: { mdDown: '100%' },
} as const;

function addScript(): void {
  if (document.querySelector(`script[src="${SCRIPT}"]`)) return;
  document.head.append(Object.assign(document.createElement('script'), { src: SCRIPT, type: 'module' }));
}
