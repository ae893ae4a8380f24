import type { NavigateFunction } from 'react-router-dom';
import { clearBootstrap } from '../../api/bootstrap';
import { sendLocalDrafts } from '../../api/drafts';
import { listLocalSections, removeLocalDrafts } from '../../api/localDrafts';
import { areDraftsWaiting, forgetPending, sendDrafts } from '../../api/pendingDrafts';
import { logout } from '../../api/users';
import type { LoginRecords } from '../../contract/account';
import { pageMessages } from '../../messages/useMessages';
import { createStore } from '../../model/createStore';
import { confirm } from '../ui/QuestionHost';
import { dismissToasts } from '../ui/Toaster';
import { sessionStore } from './sessionStore';

const KEY = 'rental-session-end';

/** The session's end in milliseconds since 1970, shared by all tabs. `set` takes the seconds left. */
interface SessionEnd {
  read(): number | undefined;
  set(seconds: number): void;
  subscribe(listener: () => void): () => void;
}

function createSessionEnd(browser: Window): SessionEnd {
  const end = createStore<number | undefined>(undefined);
  browser.addEventListener('storage', ({ key, newValue }) => {
    if (key === KEY && Number(newValue) > 0) end.set(Number(newValue));
  });
  return {
    read: end.read,
    set(seconds) {
      const next = Date.now() + seconds * 1000;
      if (Math.abs(next - (end.read() ?? 0)) < 1000) return;
      end.set(next);
      try {
        browser.localStorage.setItem(KEY, String(next));
      } catch {
        // Without storage, each tab has its own end time.
      }
    },
    subscribe: end.subscribe,
  };
}

export const sessionEnd = createSessionEnd(window);

let ending: Promise<unknown> = Promise.resolve();

function trackLogout(answered: Promise<unknown>): void {
  ending = answered.catch(() => undefined);
}

/** Waits for a running logout, so that a new session starts after it. */
export async function awaitLogout(): Promise<void> {
  await ending;
}

/** Logs out. Sends drafts first, and asks before discarding drafts that couldn't be sent. */
export async function logOut(): Promise<void> {
  await leaveSession(await sendAndCheck(sessionStore.read().trnId));
}

export async function leaveEndedSession(): Promise<void> {
  await leaveSession(await wasAllSent(sessionStore.read().trnId));
}

async function leaveSession(isSent: boolean): Promise<void> {
  if (!isSent && !(await confirmDiscard())) return;
  await endSession();
  goTo('/login');
}

function confirmDiscard(): Promise<boolean> {
  const { title, text, stay, leave } = pageMessages('shell').unsent;
  return confirm({ title, text, no: stay, yes: leave });
}

export async function endSession(): Promise<void> {
  const session = sessionStore.read();
  // Clears the session first, so that only the logout still uses it.
  sessionStore.clear({ logout: true });
  dismissToasts();
  clearBootstrap();
  // Other people may use this computer.
  await removeLocalDrafts();
  forgetPending();
  // A failed logout is ignored, because the tokens expire anyway.
  trackLogout(logout(session));
  await awaitLogout();
  if (!sessionStore.read().token) sessionStore.clear({ logout: true });
}

let navigate: NavigateFunction | undefined;
let wanted: string | undefined;

/** Lets code outside React navigate. */
export function bindNavigation(next: NavigateFunction): void {
  navigate = next;
  const path = wanted;
  wanted = undefined;
  // Runs after the page's own redirect to the login.
  if (path) queueMicrotask(() => void next(path, { replace: true }));
}

export function goTo(path: string): void {
  if (navigate) void navigate(path, { replace: true });
  else wanted = path;
}

/** Starts a session. `loginName` is the email or username to log in with. */
export async function beginSession(
  { email, token, refreshToken, trn_id, url, application_type }: LoginRecords,
  loginName = email,
): Promise<void> {
  await awaitLogout();
  sessionStore.update({
    email,
    loginName,
    token,
    refreshToken,
    trnId: trn_id,
    urlGeneratedAts: url,
    applicationType: application_type,
    logout: false,
    newApp: false,
  });
}

const MAX_WAIT_MS = 5_000;

/** Sends all drafts. Resolves to true if they arrive within 5 seconds. */
export function sendAndCheck(trnId: string): Promise<boolean> {
  const tooLong = new Promise<boolean>((resolve) => setTimeout(resolve, MAX_WAIT_MS, false));
  return Promise.race([sendAll(trnId), tooLong]);
}

/** Resolves to true if no drafts are waiting. Sends nothing. */
export async function wasAllSent(trnId: string): Promise<boolean> {
  return !areDraftsWaiting() && (await listLocalSections(trnId)).length === 0;
}

async function sendAll(trnId: string): Promise<boolean> {
  const isSent = await sendDrafts();
  const left = await sendLocalDrafts(trnId);
  return isSent && left.length === 0;
}
