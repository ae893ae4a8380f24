import { connectSession } from '../../api/client';
import { createQueue } from '../../model/createStore';
import { goTo, sessionEnd } from './sessionEnd';
import { sessionStore } from './sessionStore';

export function connectStore(): void {
  connectSession({
    read: () => (sessionStore.read().token ? sessionStore.read() : undefined),
    lasts: sessionEnd.set,
    renew: (tokens) => sessionStore.update(tokens),
    signInAgain: askToSignInAgain,
    refuse(code) {
      sessionStore.clear();
      goTo(code ? `/unauthorizedAccess?reason=${encodeURIComponent(code)}` : '/unauthorizedAccess');
    },
  });
}

export interface SignInQuestion {
  answer(isLive: boolean): void;
}

export const loginPrompts = createQueue<SignInQuestion>();

/** Resolves false if the applicant closes the dialog or goes to the login page. */
function askToSignInAgain(): Promise<boolean> {
  return new Promise((resolve) => {
    const question: SignInQuestion = {
      answer(isLive) {
        loginPrompts.remove(question);
        resolve(isLive);
      },
    };
    loginPrompts.add(question);
  });
}
