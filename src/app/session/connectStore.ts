import { connectSession } from '../../api/client';
import { createQueue } from '../../model/createStore';
import { goTo, sessionEnd } from './sessionEnd';
import { sessionStore } from './sessionStore';

export function connectStore(): void {
  connectSession({
    read: () => (sessionStore.read().token ? sessionStore.read() : undefined),
    lasts: sessionEnd.set,
    renew: (tokens) => sessionStore.update(tokens),
    logInAgain: askToLogInAgain,
    refuse(code) {
      sessionStore.clear();
      goTo(code ? `/unauthorizedAccess?reason=${encodeURIComponent(code)}` : '/unauthorizedAccess');
    },
  });
}

export interface LoginQuestion {
  answer(isLive: boolean): void;
}

export const loginPrompts = createQueue<LoginQuestion>();

/** Resolves to false if the applicant cancels or opens the login page. */
function askToLogInAgain(): Promise<boolean> {
  return new Promise((resolve) => {
    const question: LoginQuestion = {
      answer(isLive) {
        loginPrompts.remove(question);
        resolve(isLive);
      },
    };
    loginPrompts.add(question);
  });
}
