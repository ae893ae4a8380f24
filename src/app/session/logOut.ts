import texts from '../../../schemas/texts/shell.json';
import { forgetAllKept } from '../../api/keptDrafts';
import { logout } from '../../api/users';
import { confirm } from '../ui/questions';
import { dismissToasts } from '../ui/toasts';
import { lastEnding, noteEnding } from './lastEnding';
import { goTo } from './navigation';
import { sessionStore } from './sessionStore';
import { isAllSent, wasAllSent } from './unsent';

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
  // Nobody who comes after on this machine finds what was typed.
  await forgetAllKept();
  // An unreachable server must keep nobody signed in on this machine; its tokens die by themselves.
  noteEnding(logout(session));
  await lastEnding();
  // The answer has emptied the browser's storage, what the login page is to say included.
  if (!sessionStore.read().token) sessionStore.clear({ logout: true });
}
