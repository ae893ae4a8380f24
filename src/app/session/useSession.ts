import { useSyncExternalStore } from 'react';
import type { Session } from './session';
import { sessionStore } from './sessionStore';

/** The session, drawn anew when it changes here or in another tab. */
export function useSession(): Session {
  return useSyncExternalStore(sessionStore.subscribe, sessionStore.read);
}
