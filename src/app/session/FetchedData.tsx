import { type ReactNode, useSyncExternalStore } from 'react';
import { SWRConfig } from 'swr';
import { sessionStore } from './sessionStore';

// A refused call is not asked again: the server has said what is wrong.
const config = { shouldRetryOnError: false, revalidateOnFocus: false, provider: () => new Map() };

/** What is fetched within lives as long as the session: the next one starts with nothing. */
export function FetchedData({ children }: { children: ReactNode }) {
  const endings = useSyncExternalStore(sessionStore.subscribe, sessionStore.endings);
  return (
    <SWRConfig key={endings} value={config}>
      {children}
    </SWRConfig>
  );
}
