import { useSyncExternalStore } from 'react';
import { createStore } from '../../model/createStore';
import type { ApplicationType } from '../../model/types';

/** The stored session (docs/spec/000.md, session). */
export interface Session {
  email: string;
  /** The email or username to log in with. */
  loginName: string;
  token: string;
  refreshToken: string;
  trnId: string;
  urlGeneratedAts: string;
  applicationType: ApplicationType | '';
  /** True after a logout. The login page then confirms the logout. */
  logout: boolean;
  newApp: boolean;
}

const noSession: Session = {
  email: '',
  loginName: '',
  token: '',
  refreshToken: '',
  trnId: '',
  urlGeneratedAts: '',
  applicationType: '',
  logout: false,
  newApp: false,
};

const KEY = 'rental-session';

interface SessionStore {
  read(): Session;
  update(changes: Partial<Session>): void;
  clear(why?: Pick<Session, 'logout'>): void;
  /** Returns how many sessions have ended on this page. */
  endings(): number;
  subscribe(listener: () => void): () => void;
}

/** Stores the session in localStorage, and the application's ID and type in sessionStorage (docs/spec/000.md). */
export function createSessionStore(browser: Window): SessionStore {
  const { read, subscribe, ...session } = createStore(restore(browser));
  let endings = 0;
  const set = (next: Session) => {
    const owner = getOwner(read());
    if (owner && owner !== getOwner(next)) endings++;
    session.set(next);
  };
  browser.addEventListener('storage', ({ key }) => {
    if (key === KEY || key === null) set(restore(browser));
  });
  return {
    read,
    update(changes) {
      set({ ...read(), ...changes });
      persist(browser, read());
    },
    clear(why) {
      set({ ...noSession, ...why });
      persist(browser, read());
    },
    endings: () => endings,
    subscribe,
  };
}

export const sessionStore = createSessionStore(window);

function getOwner({ token, trnId }: Session): string {
  return token && trnId;
}

function restore(browser: Window): Session {
  try {
    return { ...noSession, ...pickKnown(JSON.parse(browser.localStorage.getItem(KEY) ?? '{}')) };
  } catch {
    // Storage is off or corrupt.
    return noSession;
  }
}

function pickKnown(stored: unknown): Partial<Session> {
  if (typeof stored !== 'object' || stored === null) return {};
  const defaults: Record<string, unknown> = { ...noSession };
  const known = Object.entries(stored).filter(([key, value]) => typeof value === typeof defaults[key]);
  return Object.fromEntries(known) as Partial<Session>;
}

function persist(browser: Window, session: Session): void {
  const { trnId, applicationType } = session;
  try {
    browser.localStorage.setItem(KEY, JSON.stringify(session));
    browser.sessionStorage.setItem(KEY, JSON.stringify({ trnId, applicationType }));
  } catch {
    // Without storage, the session is lost on reload.
  }
}

export function useSession(): Session {
  return useSyncExternalStore(sessionStore.subscribe, sessionStore.read);
}
