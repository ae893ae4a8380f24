import { createQueue } from '../ui/createQueue';

/** Waits for the password of the session that ended. */
export interface SignInQuestion {
  answer(isLive: boolean): void;
}

export const signInQuestions = createQueue<SignInQuestion>();

/** Asks for the password in place, over the page as it stands; false when the applicant goes to the login page instead. */
export function askToSignInAgain(): Promise<boolean> {
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
