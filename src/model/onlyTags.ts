/** A comment, a script or style with what stands in it, a tag, or a lone `<`. */
const PIECE = /<!--[\s\S]*?(?:-->|$)|<(script|style)\b[\s\S]*?<\/\1[^>]*>|<(\/?)([a-z][^\s/>]*)([^>]*)>|</gi;
const HREF = /\bhref\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+))/i;

/**
 * Formatted text with these tags only, without attributes but a link's address: `('<p onclick="x()">Read <img src=x>this</p>', ['p'])` →
 * `'<p>Read this</p>'`. It is no cleaner: DOMPurify judges what it leaves. But a browser that parses an inline handler reports it to
 * the Content-Security-Policy, in a document of DOMPurify's as well, so none may come that far.
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
