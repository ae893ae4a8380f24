import DOMPurify from 'dompurify';
import { onlyTags } from '../../model/onlyTags';

const tags = ['b', 'i', 'br'];
const allowed = { ALLOWED_TAGS: tags, ALLOWED_ATTR: [] };

/** A server's message that may carry plain formatting (spec 000, section 8, Register error); everything else in it is text or gone. */
export function FormattedText({ html }: { html: string }) {
  // biome-ignore lint/security/noDangerouslySetInnerHtml: DOMPurify leaves bold, italics and line breaks only.
  return <span dangerouslySetInnerHTML={{ __html: DOMPurify.sanitize(onlyTags(html, tags), allowed) }} />;
}
