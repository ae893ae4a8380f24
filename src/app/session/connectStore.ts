import { connectSession } from '../../api/sessionSource';
import { goTo } from './navigation';
import { sessionEnd } from './sessionEnd';
import { sessionStore } from './sessionStore';
import { askToSignInAgain } from './signInQuestions';

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
