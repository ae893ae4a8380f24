import { escapeUTF8 } from 'entities';
import { accentVariables } from '../../../model/format/accent';

export interface Attachment {
  filename: string;
  content: Buffer;
  contentType?: string;
  cid?: string;
}

export interface MailContent {
  subject: string;
  text: string;
  action?: { label: string; link: string };
}

export interface MailBranding {
  name: string;
  accent: string;
  /** PNG, because email programs don't show SVG. */
  logo?: Buffer;
}

/**
 * A paragraph with only the link becomes a button. Other text and the background get no color, so the email stays
 * readable in dark mode.
 */
export function drawMail(
  { subject, text, action }: MailContent,
  branding?: MailBranding,
): { html: string; logo: Attachment[] } {
  const paragraphs = text.split(/\n{2,}/).map((part) => drawPart(part.trim(), action, branding?.accent));
  const html = `<!doctype html><html><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="color-scheme" content="light dark"><meta name="supported-color-schemes" content="light dark"><title>${escapeUTF8(subject)}</title></head><body style="margin:0;padding:24px 16px;font:17px/1.55 system-ui,-apple-system,'Segoe UI',sans-serif"><div style="max-width:560px;margin:0 auto">${branding ? drawHead(branding) : ''}${paragraphs.join('')}</div></body></html>`;
  const logo = branding?.logo ? [{ cid: LOGO, filename: 'logo.png', content: branding.logo }] : [];
  return { html, logo };
}

const LOGO = 'logo';

/** Logos get a white background, because most are designed for white. */
function drawHead({ name, accent, logo }: MailBranding): string {
  const picture = `<img src="cid:${LOGO}" alt="" height="44" style="height:44px;max-width:128px;vertical-align:middle;margin-right:12px;background:#ffffff;border-radius:6px">`;
  const color = accentVariables(accent)['--rp-accent'];
  return `<p style="margin:0 0 24px;padding-bottom:16px;border-bottom:3px solid ${color};font-weight:bold">${logo ? picture : ''}${escapeUTF8(name)}</p>`;
}

function drawPart(part: string, action: MailContent['action'], accent: string | undefined): string {
  if (action && part === action.link) return drawButton(action, accent);
  return `<p style="margin:0 0 16px;overflow-wrap:anywhere">${drawLinks(part).replaceAll('\n', '<br>')}</p>`;
}

function drawButton({ label, link }: NonNullable<MailContent['action']>, accent: string | undefined): string {
  const colors = accentVariables(accent);
  const branding = `display:inline-block;padding:12px 24px;border-radius:6px;background:${colors['--rp-accent']};color:${colors['--rp-accent-ink']};font-weight:bold;text-decoration:none`;
  return `<p style="margin:0 0 24px"><a href="${escapeUTF8(link)}" style="${branding}">${escapeUTF8(label)}</a></p>`;
}

/** Matches a URL without the punctuation after it. */
const URL_IN_TEXT = /https?:\/\/[^\s<>"]*[^\s<>".,;:!?)]/g;

function drawLinks(text: string): string {
  const plain = text.split(URL_IN_TEXT).map(escapeUTF8);
  const links = (text.match(URL_IN_TEXT) ?? []).map((url) => `<a href="${escapeUTF8(url)}">${escapeUTF8(url)}</a>`);
  return plain.map((piece, at) => `${piece}${links[at] ?? ''}`).join('');
}
