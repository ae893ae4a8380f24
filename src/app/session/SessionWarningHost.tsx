import { lazy, Suspense, useEffect, useState, useSyncExternalStore } from 'react';
import { sessionEnd } from './sessionEnd';
import { useSession } from './useSession';

const SessionWarning = lazy(async () => ({ default: (await import('./SessionWarning')).SessionWarning }));

/** The warning comes so long before the end. */
const AHEAD = 120_000;

/** Warns two minutes before the session ends; a call of any tab takes the warning away. */
export function SessionWarningHost() {
  const { token } = useSession();
  const end = useSyncExternalStore(sessionEnd.subscribe, sessionEnd.read);
  const isNear = useIsPast(token && end ? end - AHEAD : undefined);
  if (!isNear || !end) return null;
  return (
    <Suspense>
      <SessionWarning end={end} />
    </Suspense>
  );
}

/** True once the clock has passed `moment`. */
function useIsPast(moment: number | undefined): boolean {
  const [passed, setPassed] = useState<number>();
  // The clock is outside React.
  useEffect(() => {
    if (moment === undefined) return;
    const timer = setTimeout(() => setPassed(moment), Math.max(0, moment - Date.now()));
    return () => clearTimeout(timer);
  }, [moment]);
  return moment !== undefined && passed === moment;
}
