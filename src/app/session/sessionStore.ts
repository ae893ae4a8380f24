import { useSyncExternalStore } from 'react';
import { createStore } from '../../model/createStore';
import type { ApplicationType } from '../../model/types';

/** What the browser remembers of who is signed in (spec 000, section 3, Session). */
export interface Session {
  email: string;
  /** What was logged in with: a username of one's own where several share the e-mail. */
  loginName: string;
  token: string;
  refreshToken: string;
  trnId: string;
  /** The link value through which the applicant came. */
  urlGeneratedAts: string;
  applicationType: ApplicationType | '';
  /** The applicant logged out by their own will, so nothing has to be explained on the login page. */
  logout: boolean;
  /** Registered in this session, not logged in again. */
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
  /** Forgets everything; `why` is all that stays. */
  clear(why?: Pick<Session, 'logout'>): void;
  /** Counts the sessions that ended or gave way to another's: what was fetched for one must not be seen in the next. */
  endings(): number;
  subscribe(listener: () => void): () => void;
}

/**
 * The one place the session is kept: in local storage, so that every tab shares it. Application type and
 * transaction id are also in session storage (spec 000, section 2, Application URL shapes).
 */
export function createSessionStore(browser: Window): SessionStore {
  const { read, subscribe, ...session } = createStore(restore(browser));
  let endings = 0;
  const set = (next: Session) => {
    const owner = ownerOf(read());
    if (owner && owner !== ownerOf(next)) endings++;
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

/** Whose session it is: a transaction's, or nobody's. */
function ownerOf({ token, trnId }: Session): string {
  return token && trnId;
}

function restore(browser: Window): Session {
  try {
    return { ...noSession, ...pickKnown(JSON.parse(browser.localStorage.getItem(KEY) ?? '{}')) };
  } catch {
    // Storage that is switched off or was written by a stranger is no session.
    return noSession;
  }
}

function pickKnown(stored: unknown): Partial<Session> {
  if (typeof stored !== 'object' || stored === null) return {};
  const defaults: Record<string, unknown> = { ...noSession };
  const known = Object.entries(stored).filter(([key, value]) => typeof value === typeof defaults[key]);
  // Each has the type of the default of its name.
  return Object.fromEntries(known) as Partial<Session>;
}

function persist(browser: Window, session: Session): void {
  const { trnId, applicationType } = session;
  try {
    browser.localStorage.setItem(KEY, JSON.stringify(session));
    browser.sessionStorage.setItem(KEY, JSON.stringify({ trnId, applicationType }));
  } catch {
    // Without storage the session lives as long as the page.
  }
}

/** The session, drawn anew when it changes here or in another tab. */
export function useSession(): Session {
  return useSyncExternalStore(sessionStore.subscribe, sessionStore.read);
}
