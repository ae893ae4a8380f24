import { Box } from '@chakra-ui/react/box';
import DOMPurify from 'dompurify';
import { useMemo } from 'react';
import own from '../../../schemas/language.json';
import { useMessages } from '../../messages/useMessages';
import { onlyTags } from '../../model/messages/onlyTags';
import { Prose } from './Prose';

const tags = ['p', 'br', 'b', 'strong', 'i', 'em', 'u', 'ul', 'ol', 'li', 'h3', 'h4', 'a'];
const allowed = { ALLOWED_TAGS: tags, ALLOWED_ATTR: ['href'] };

export function SubscriberText({ html }: { html: string }) {
  const messages = useMessages('shell').onlyOwnLanguage;
  const text = (
    <div lang={own.id}>
      <RichText html={html} />
    </div>
  );
  if (document.documentElement.lang === own.id) return text;
  return (
    <Box {...FOREIGN}>
      <Box as="p" className="rp-help" marginBottom="3">
        {messages}
      </Box>
      {text}
    </Box>
  );
}

const FOREIGN = { paddingInlineStart: '4', borderInlineStart: '3px solid {colors.edge}' } as const;

export function RichText({ html }: { html: string }) {
  const clean = useMemo(() => DOMPurify.sanitize(onlyTags(html, tags), allowed), [html]);
  // biome-ignore lint/security/noDangerouslySetInnerHtml: DOMPurify has cleaned it.
  return <Prose dangerouslySetInnerHTML={{ __html: clean }} />;
}

const marks = ['b', 'i', 'br'];
const onlyMarks = { ALLOWED_TAGS: marks, ALLOWED_ATTR: [] };

/** Keeps only basic formatting (docs/spec/000.md, Register error). */
export function FormattedText({ html }: { html: string }) {
  // biome-ignore lint/security/noDangerouslySetInnerHtml: DOMPurify leaves bold, italics and line breaks only.
  return <span dangerouslySetInnerHTML={{ __html: DOMPurify.sanitize(onlyTags(html, marks), onlyMarks) }} />;
}
