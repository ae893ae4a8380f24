import { useEffect, useState } from 'react';
import { cancelScanLink, createScanLink } from '../../api/scan';
import type { ScanLink } from '../../contract/scan';

interface LinkState {
  link: ScanLink | undefined;
  /** Why there is none. */
  problem: 'ended' | 'failed' | undefined;
  renew(): void;
  cancel(): void;
}

let making: Promise<ScanLink> | undefined;

/** This tab's scan link: the one it has, or a new one where one is wanted. */
export function useScanLink(isWanted: boolean): LinkState {
  const [link, setLink] = useState(() => keptLink());
  const [problem, setProblem] = useState<LinkState['problem']>();
  const renew = () => {
    setProblem(undefined);
    // Drawn twice at once (React's strict mode), a second link would end the first.
    making ??= makeLink().finally(() => {
      making = undefined;
    });
    making.then(setLink, () => setProblem('failed'));
  };
  const isMissing = isWanted && !link && !problem;
  // The link is the server's.
  // biome-ignore lint/correctness/useExhaustiveDependencies: one is made when it comes to be missing.
  useEffect(() => {
    if (isMissing) renew();
  }, [isMissing]);
  return {
    link,
    problem,
    renew,
    cancel() {
      // Unreachable or gone already, it ends by itself within minutes.
      if (link) void cancelScanLink(link.id).catch(() => undefined);
      forgetLink();
      setLink(undefined);
      setProblem('ended');
    },
  };
}

const KEY = 'rental-scan-link';

/** The link this tab made, as long as it holds: a reload must not end a scan that a phone has begun. */
function keptLink(now = Date.now()): ScanLink | undefined {
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(KEY) ?? 'null');
    return isLink(kept) && Date.parse(kept.expires_at) > now ? kept : undefined;
  } catch {
    // Storage that is switched off or was written by a stranger holds no link.
    return undefined;
  }
}

function forgetLink(): void {
  try {
    sessionStorage.removeItem(KEY);
  } catch {
    // Nothing was kept.
  }
}

/** Makes a new link and keeps it for this tab. */
async function makeLink(): Promise<ScanLink> {
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
