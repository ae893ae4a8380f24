/** A comment, script, style, tag or lone `<`. */
const PIECE = /<!--[\s\S]*?(?:-->|$)|<(script|style)\b[\s\S]*?<\/\1[^>]*>|<(\/?)([a-z][^\s/>]*)([^>]*)>|</gi;
const HREF = /\bhref\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+))/i;

/**
 * Removes all tags except `allowed`, and all attributes except links' `href`:
 * `('<p onclick="x()">Read <img src=x>this</p>', ['p'])` → `'<p>Read this</p>'`. Runs before DOMPurify, because event
 * handlers in its input would cause CSP reports.
 */
export function onlyTags(html: string, allowed: readonly string[]): string {
  return html.replace(PIECE, (piece, _raw, slash: string, name: string | undefined, attributes: string) => {
    if (piece === '<') return '&lt;';
    const tag = name?.toLowerCase() ?? '';
    if (!allowed.includes(tag)) return '';
    return `<${slash}${tag}${tag === 'a' && !slash ? addressIn(attributes) : ''}>`;
  });
}

function addressIn(attributes: string): string {
  const [, ...quoted] = HREF.exec(attributes) ?? [];
  const address = quoted.find((one) => one !== undefined);
  return address === undefined ? '' : ` href="${address.replaceAll('"', '&quot;')}"`;
}
