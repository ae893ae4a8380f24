import type { FormServices } from '../../model/formContext';
import { createQueue } from './createQueue';

/** A question or message waiting for the applicant; a message has no `no`. */
export interface Question {
  title: string;
  text?: string;
  yes?: string;
  no?: string;
  kind: 'confirm' | 'alert';
  answer(yes: boolean): void;
}

export const questions = createQueue<Question>();

/** Asks before something is lost; resolves true for Yes, false for No and for Escape. */
export const confirm: FormServices['confirm'] = (question) => ask({ ...question, kind: 'confirm' });

/** Says something that must be read; resolves when it was. */
export const alert: FormServices['alert'] = async (message) => {
  await ask({ ...message, kind: 'alert' });
};

function ask(question: Omit<Question, 'answer'>): Promise<boolean> {
  return new Promise((resolve) => {
    const waiting: Question = {
      ...question,
      answer(yes) {
        questions.remove(waiting);
        resolve(yes);
      },
    };
    questions.add(waiting);
  });
}
