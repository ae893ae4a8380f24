import { connectSession } from '../../api/client';
import { createQueue } from '../../model/createStore';
import { goTo, sessionEnd } from './sessionEnd';
import { sessionStore } from './sessionStore';

/** Makes the stored session the one of every call. */
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

/** Waits for the password of the session that ended. */
export interface SignInQuestion {
  answer(isLive: boolean): void;
}

export const signInQuestions = createQueue<SignInQuestion>();

/** Asks for the password in place, over the page as it stands; false when the applicant goes to the login page instead. */
function askToSignInAgain(): Promise<boolean> {
  return new Promise((resolve) => {
    const question: SignInQuestion = {
      answer(isLive) {
        signInQuestions.remove(question);
        resolve(isLive);
      },
    };
    signInQuestions.add(question);
  });
}
