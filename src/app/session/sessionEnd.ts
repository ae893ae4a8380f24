import texts from '../../../schemas/texts/shell.json';
import { forgetAllKept } from '../../api/keptDrafts';
import { forgetOpenings } from '../../api/opening';
import { logout } from '../../api/users';
import { createStore } from '../../model/createStore';
import { confirm } from '../ui/QuestionHost';
import { dismissToasts } from '../ui/Toaster';
import { goTo } from './navigation';
import { sessionStore } from './sessionStore';
import { isAllSent, wasAllSent } from './unsent';

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
