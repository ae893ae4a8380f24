import DOMPurify from 'dompurify';
import { useMemo } from 'react';
import own from '../../../schemas/language.json';
import texts from '../../../schemas/texts/shell.json';
import { onlyTags } from '../../model/onlyTags';
import { Prose } from './Prose';

const tags = ['p', 'br', 'b', 'strong', 'i', 'em', 'u', 'ul', 'ol', 'li', 'h3', 'h4', 'a'];
const allowed = { ALLOWED_TAGS: tags, ALLOWED_ATTR: ['href'] };

/** What a subscriber wrote, in the language it was written in; says so where the page speaks another. */
export function SubscriberText({ html }: { html: string }) {
  const isOther = document.documentElement.lang !== own.id;
  return (
    <>
      {isOther && <p className="rp-note">{texts.onlyOwnLanguage}</p>}
      <div lang={own.id}>
        <RichText html={html} />
      </div>
    </>
  );
}

/** Text with formatting from the server, read-only: cleaned of everything but plain structure. */
export function RichText({ html }: { html: string }) {
  const clean = useMemo(() => DOMPurify.sanitize(onlyTags(html, tags), allowed), [html]);
  // biome-ignore lint/security/noDangerouslySetInnerHtml: DOMPurify has cleaned it.
  return <Prose dangerouslySetInnerHTML={{ __html: clean }} />;
}

const marks = ['b', 'i', 'br'];
const onlyMarks = { ALLOWED_TAGS: marks, ALLOWED_ATTR: [] };

/** A server's message that may carry plain formatting (spec 000, section 8, Register error); everything else in it is text or gone. */
export function FormattedText({ html }: { html: string }) {
  // biome-ignore lint/security/noDangerouslySetInnerHtml: DOMPurify leaves bold, italics and line breaks only.
  return <span dangerouslySetInnerHTML={{ __html: DOMPurify.sanitize(onlyTags(html, marks), onlyMarks) }} />;
}
