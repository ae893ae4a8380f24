import { chakra } from '@chakra-ui/react/styled-system';
import { type ReactNode, useEffect, useRef } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { useMessages } from '../../messages/useMessages';
import { fillText } from '../../model/messages/fillText';
import { LineIcon } from '../ui/LineIcon';
import { useIsSamePage } from './usePresentAddress';

interface PageHeadingProps {
  /** Document title. Unique for each page. */
  title: string;
  hasErrors?: boolean;
  children: ReactNode;
}

/** The page's heading, which takes the focus after navigation. */
export function PageHeading({ title, hasErrors = false, children }: PageHeadingProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  const { key, pathname } = useLocation();
  const isFirstPage = key === 'default';
  const isSamePage = useIsSamePage();
  useTitle(title, hasErrors);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another path is another page.
  useEffect(() => {
    if (!isFirstPage && !isSamePage) heading.current?.focus();
  }, [pathname]);
  return (
    <h1 ref={heading} className="rp-frame__heading" tabIndex={-1}>
      {children}
    </h1>
  );
}

/** Sets the document title, with 'Error: ' while the page has an error summary. */
export function useTitle(title: string, hasErrors = false): void {
  const messages = useMessages('shell');
  useEffect(() => {
    const template = hasErrors ? messages.title.error : messages.title.page;
    document.title = fillText(template, { title, product: messages.product });
  }, [title, hasErrors, messages]);
}

/** Phones have it in the header, with the word only if it fits next to the landlord's name. */
export function BackArrow({ place }: { place: 'header' | 'page' }) {
  const messages = useMessages('shell').back;
  const navigate = useNavigate();
  return (
    <chakra.button type="button" onClick={() => void navigate(-1)} {...BACK} {...BACK_IN[place]}>
      <LineIcon path="M15 5l-7 7 7 7" />
      <span>{messages}</span>
    </chakra.button>
  );
}

const BACK = {
  alignItems: 'center',
  gap: '1',
  minHeight: '2.75rem',
  borderRadius: 'control',
  color: 'accentText',
  cursor: 'pointer',
  _hover: { textDecoration: 'underline', textUnderlineOffset: '0.18em' },
} as const;

const BACK_IN = {
  header: {
    display: { base: 'flex', md: 'none' },
    // The arrow's width. Takes the row's free space before the name does. A word without room wraps and is cut off.
    flex: '1000000 0 2.5rem',
    maxWidth: 'max-content',
    flexWrap: 'wrap',
    alignContent: 'start',
    height: '2.75rem',
    overflow: 'hidden',
    marginInlineStart: '-1rem',
    paddingInline: '0.5rem 0.25rem',
    lineHeight: '2.75rem',
    css: { '& svg': { height: '2.75rem' } },
  },
  page: {
    display: { base: 'none', md: 'inline-flex' },
    marginBottom: '3',
    marginInlineStart: '-0.25rem',
    paddingInlineEnd: '2',
  },
} as const;
