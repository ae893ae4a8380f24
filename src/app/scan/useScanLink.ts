import { useEffect, useState } from 'react';
import { cancelScanLink, type ScanLink } from '../../api/scan';
import { forgetLink, keptLink, makeLink } from './scanLinks';

export interface LinkState {
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
