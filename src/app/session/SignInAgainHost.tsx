import { lazy, Suspense, useSyncExternalStore } from 'react';
import { signInQuestions } from './signInQuestions';

const SignInAgain = lazy(async () => ({ default: (await import('./SignInAgain')).SignInAgain }));

/** Shows the question for the password while a call waits for it. */
export function SignInAgainHost() {
  const [question] = useSyncExternalStore(signInQuestions.subscribe, signInQuestions.items);
  return question ? (
    <Suspense>
      <SignInAgain question={question} />
    </Suspense>
  ) : null;
}
