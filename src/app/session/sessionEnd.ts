import type { NavigateFunction } from 'react-router-dom';
import texts from '../../../schemas/texts/shell.json';
import { sendAllKept } from '../../api/drafts';
import { forgetAllKept, keptSections } from '../../api/keptDrafts';
import { forgetOpenings } from '../../api/opening';
import { logout } from '../../api/users';
import type { LoginRecords } from '../../contract/account';
import { createStore } from '../../model/createStore';
import { confirm } from '../ui/QuestionHost';
import { dismissToasts } from '../ui/Toaster';
import { sessionStore } from './sessionStore';

const KEY = 'rental-session-end';

/** When the session ends unless it is used before, in milliseconds since 1970; every tab that is used puts it off for all. */
interface SessionEnd {
  read(): number | undefined;
  /** It ends after so many seconds from now. */
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
      // Calls come by the dozen; a second more or less is none.
      if (Math.abs(next - (end.read() ?? 0)) < 1000) return;
      end.set(next);
      try {
        browser.localStorage.setItem(KEY, String(next));
      } catch {
        // Without storage each tab knows its own end only.
      }
    },
    subscribe: end.subscribe,
  };
}

export const sessionEnd = createSessionEnd(window);

let ending: Promise<unknown> = Promise.resolve();

/** Notes a log-out that is on its way to the server. */
function noteEnding(answered: Promise<unknown>): void {
  ending = answered.catch(() => undefined);
}

/** Resolves once no log-out is on its way: its answer empties the browser's storage, and would take a session begun before with it. */
export async function lastEnding(): Promise<void> {
  await ending;
}

/** Ends the session and opens the login page; what was typed is sent before, and what cannot be is spoken of. */
export async function logOut(): Promise<void> {
  await leave(await isAllSent(sessionStore.read().trnId));
}

/** The same for a session that has ended already, in which nothing can be sent. */
export async function leaveEnded(): Promise<void> {
  await leave(await wasAllSent(sessionStore.read().trnId));
}

async function leave(isSent: boolean): Promise<void> {
  if (!isSent && !(await mayForget())) return;
  await endSession();
  goTo('/login');
}

function mayForget(): Promise<boolean> {
  const { title, text, stay, leave } = texts.unsent;
  return confirm({ title, text, no: stay, yes: leave });
}

/** Ends the session here and on the server, and forgets everything. */
export async function endSession(): Promise<void> {
  const session = sessionStore.read();
  // Here first: no call goes out any more with tokens that are about to end, and nothing more is kept.
  sessionStore.clear({ logout: true });
  dismissToasts();
  forgetOpenings();
  // Nobody who comes after on this machine finds what was typed.
  await forgetAllKept();
  // An unreachable server must keep nobody signed in on this machine; its tokens die by themselves.
  noteEnding(logout(session));
  await lastEnding();
  // The answer has emptied the browser's storage, what the login page is to say included.
  if (!sessionStore.read().token) sessionStore.clear({ logout: true });
}

let navigate: NavigateFunction | undefined;
/** Where to, said before there was a router: the first call goes out while the page's code is on its way. */
let wanted: string | undefined;

/** Lends the router to what happens outside React: a refused session, a log-out. */
export function bindNavigation(next: NavigateFunction): void {
  navigate = next;
  const path = wanted;
  wanted = undefined;
  // After what the page drawn meanwhile does by itself: without a session it leads to the log-in.
  if (path) queueMicrotask(() => void next(path, { replace: true }));
}

/** Opens a page of ours; it takes the place of the present one, so that Back does not return there. */
export function goTo(path: string): void {
  if (navigate) void navigate(path, { replace: true });
  else wanted = path;
}

/** Takes over the session that a login by `loginName` brought. Whoever logged in by a username is called by their e-mail from here on. */
export async function beginSession(
  { email, token, refreshToken, trn_id, url, application_type }: LoginRecords,
  loginName = email,
): Promise<void> {
  await lastEnding();
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

/** A page that may have something on its way to the server. */
export interface Sender {
  /** Sends what still waits; resolves true when nothing does any longer. */
  sendAll(): Promise<boolean>;
  /** Whether something has not arrived yet. */
  waits(): boolean;
}

const senders = new Set<Sender>();

/** A log-out must not hang on a server that does not answer. */
const LONGEST = 5_000;

/** Takes part in every log-out: what a page still has to send is sent before. Gives back how to end that. */
export function sendBeforeLogOut(sender: Sender): () => void {
  senders.add(sender);
  return () => {
    senders.delete(sender);
  };
}

/** Whether all that was typed has reached the server, after a last try to bring it there. */
export function isAllSent(trnId: string): Promise<boolean> {
  const tooLong = new Promise<boolean>((resolve) => setTimeout(resolve, LONGEST, false));
  return Promise.race([sendAll(trnId), tooLong]);
}

/** The same without a try, for a session that has ended. */
export async function wasAllSent(trnId: string): Promise<boolean> {
  const isIdle = ![...senders].some((sender) => sender.waits());
  return isIdle && (await keptSections(trnId)).length === 0;
}

async function sendAll(trnId: string): Promise<boolean> {
  const sent = await Promise.all([...senders].map((sender) => sender.sendAll()));
  const left = await sendAllKept(trnId);
  return sent.every(Boolean) && left.length === 0;
}
