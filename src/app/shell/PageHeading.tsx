import { chakra } from '@chakra-ui/react/styled-system';
import { type ReactNode, useEffect, useRef } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { useMessages } from '../../messages/useMessages';
import { fillText } from '../../model/messages/fillText';
import { LineIcon } from '../ui/LineIcon';
import { useIsSamePage } from './usePresentAddress';

interface PageHeadingProps {
  title: string;
  hasErrors?: boolean;
  children: ReactNode;
}

/** Focuses the heading after a navigation. */
export function PageHeading({ title, hasErrors = false, children }: PageHeadingProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  const { key, pathname } = useLocation();
  const isFirstPage = key === 'default';
  const isSamePage = useIsSamePage();
  useTitle(title, hasErrors);
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once for each path.
  useEffect(() => {
    if (!isFirstPage && !isSamePage) heading.current?.focus();
  }, [pathname]);
  return (
    <h1 ref={heading} className="rp-frame__heading" tabIndex={-1}>
      {children}
    </h1>
  );
}

/** Sets the document title. Adds 'Error: ' while the page has an error summary. */
export function useTitle(title: string, hasErrors = false): void {
  const messages = useMessages('shell');
  useEffect(() => {
    const template = hasErrors ? messages.title.error : messages.title.page;
    document.title = fillText(template, { title, product: messages.product });
  }, [title, hasErrors, messages]);
}

/** On narrow screens, the step list's toggle is on the same line (engine/theme/steps.ts). */
export function BackArrow() {
  const messages = useMessages('shell').back;
  const navigate = useNavigate();
  return (
    <chakra.button type="button" onClick={() => void navigate(-1)} {...BACK}>
      <LineIcon path="M15 5l-7 7 7 7" />
      {messages}
    </chakra.button>
  );
}

const BACK = {
  display: 'flex',
  alignItems: 'center',
  gap: '1',
  minHeight: '2.75rem',
  marginBottom: { md: '3' },
  marginInlineStart: '-0.25rem',
  paddingInlineEnd: '2',
  borderRadius: 'control',
  color: 'accentText',
  cursor: 'pointer',
  _hover: { textDecoration: 'underline', textUnderlineOffset: '0.18em' },
} as const;
