import { useEffect, useState } from 'react';
import { cancelScanLink, createScanLink } from '../../api/scan';
import type { ScanLink } from '../../contract/scan';
import { tabStorage } from '../session/safeStorage';

interface LinkState {
  link: ScanLink | undefined;
  problem: 'ended' | 'failed' | undefined;
  renew(): void;
  cancel(): void;
}

let making: Promise<ScanLink> | undefined;

/** Returns this tab's scan link. If there's none and `isWanted` is true, creates one. */
export function useScanLink(isWanted: boolean): LinkState {
  const [link, setLink] = useState(() => keptLink());
  const [problem, setProblem] = useState<LinkState['problem']>();
  const renew = () => {
    setProblem(undefined);
    // Strict mode runs the effect twice, and a second link would end the first one.
    making ??= makeLink().finally(() => {
      making = undefined;
    });
    making.then(setLink, () => setProblem('failed'));
  };
  const isMissing = isWanted && !link && !problem;
  // biome-ignore lint/correctness/useExhaustiveDependencies: creates a link only when `isMissing` becomes true.
  useEffect(() => {
    if (isMissing) renew();
  }, [isMissing]);
  return {
    link,
    problem,
    renew,
    cancel() {
      // If the server can't be reached, the link stays valid until it expires.
      if (link) void cancelScanLink(link.id).catch(() => undefined);
      tabStorage.remove(KEY);
      setLink(undefined);
      setProblem('ended');
    },
  };
}

const KEY = 'rental-scan-link';

/** Returns the stored link, so that a reload doesn't end a scan in progress. */
function keptLink(now = Date.now()): ScanLink | undefined {
  const stored = tabStorage.read(KEY);
  return isLink(stored) && Date.parse(stored.expires_at) > now ? stored : undefined;
}

async function makeLink(): Promise<ScanLink> {
  const link = await createScanLink();
  tabStorage.write(KEY, link);
  return link;
}

function isLink(kept: unknown): kept is ScanLink {
  return typeof kept === 'object' && kept !== null && 'id' in kept && 'path' in kept && 'expires_at' in kept;
}
