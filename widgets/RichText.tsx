import type { WidgetProps } from '@rjsf/utils';
import DOMPurify from 'dompurify';
import { useMemo } from 'react';
import { onlyTags } from '../src/model/messages/onlyTags';

/** Links, styles and scripts aren't allowed. */
const allowed = ['p', 'br', 'b', 'strong', 'i', 'em', 'u', 'ul', 'ol', 'li', 'h2', 'h3', 'h4', 'blockquote'];

/** Shows formatted text from the server, sanitized. */
export function RichText({ id, label, value }: WidgetProps) {
  const html = useMemo(
    () => DOMPurify.sanitize(onlyTags(String(value ?? ''), allowed), { ALLOWED_TAGS: allowed, ALLOWED_ATTR: [] }),
    [value],
  );
  return (
    <section
      id={id}
      aria-label={label}
      className="rp-rich"
      // biome-ignore lint/security/noDangerouslySetInnerHtml: cleaned above to a short list of tags without attributes.
      dangerouslySetInnerHTML={{ __html: html }}
    />
  );
}
