import { chakra } from '@chakra-ui/react/styled-system';
import { type ReactNode, useEffect, useRef } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import texts from '../../../schemas/texts/shell.json';
import { fillText } from '../../model/fillText';
import { LineIcon } from '../ui/LineIcon';

interface PageHeadingProps {
  /** What the tab of the browser says; unique to the page. */
  title: string;
  hasErrors?: boolean;
  children: ReactNode;
}

/** The one h1 of a page. It names the document, and takes the focus when the applicant has come from another page of ours. */
export function PageHeading({ title, hasErrors = false, children }: PageHeadingProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  const { key, pathname } = useLocation();
  const isFirstPage = key === 'default';
  useTitle(title, hasErrors);
  // The focus is the browser's; after the first page nobody else moves it.
  // biome-ignore lint/correctness/useExhaustiveDependencies: another path is another page.
  useEffect(() => {
    if (!isFirstPage) heading.current?.focus();
  }, [pathname]);
  return (
    <h1 ref={heading} className="rp-frame__heading" tabIndex={-1}>
      {children}
    </h1>
  );
}

/** Names the document: 'Error: ' before it while an error summary stands on the page. */
export function useTitle(title: string, hasErrors = false): void {
  // The document's title is outside React.
  useEffect(() => {
    const template = hasErrors ? texts.title.error : texts.title.page;
    document.title = fillText(template, { title, product: texts.product });
  }, [title, hasErrors]);
}

/** One page back in the browser's history. */
export function BackArrow() {
  const navigate = useNavigate();
  return (
    <chakra.button type="button" onClick={() => void navigate(-1)} {...BACK}>
      <LineIcon path="M15 5l-7 7 7 7" />
      {texts.back}
    </chakra.button>
  );
}

const BACK = {
  display: 'inline-flex',
  alignItems: 'center',
  gap: '1',
  minHeight: '2.75rem',
  marginBottom: '3',
  marginInlineStart: '-0.25rem',
  paddingInlineEnd: '2',
  borderRadius: 'control',
  color: 'accentText',
  cursor: 'pointer',
  _hover: { textDecoration: 'underline', textUnderlineOffset: '0.18em' },
} as const;
