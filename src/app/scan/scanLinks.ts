import { createScanLink, type ScanLink } from '../../api/scan';

const KEY = 'rental-scan-link';

/** The link this tab made, as long as it holds: a reload must not end a scan that a phone has begun. */
export function keptLink(now = Date.now()): ScanLink | undefined {
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(KEY) ?? 'null');
    return isLink(kept) && Date.parse(kept.expires_at) > now ? kept : undefined;
  } catch {
    // Storage that is switched off or was written by a stranger holds no link.
    return undefined;
  }
}

export function forgetLink(): void {
  try {
    sessionStorage.removeItem(KEY);
  } catch {
    // Nothing was kept.
  }
}

/** Makes a new link and keeps it for this tab. */
export async function makeLink(): Promise<ScanLink> {
  const link = await createScanLink();
  try {
    sessionStorage.setItem(KEY, JSON.stringify(link));
  } catch {
    // Without storage the link lasts as long as the page.
  }
  return link;
}

function isLink(kept: unknown): kept is ScanLink {
  return typeof kept === 'object' && kept !== null && 'id' in kept && 'path' in kept && 'expires_at' in kept;
}
