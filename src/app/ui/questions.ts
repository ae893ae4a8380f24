import { createQueue } from '../../model/createStore';

/** A question, or a message if `kind` is 'alert'. */
export interface Question {
  title: string;
  text?: string;
  yes?: string;
  no?: string;
  /** Names of the things that Yes deletes. */
  loses?: string[];
  kind: 'confirm' | 'alert';
  answer(yes: boolean): void;
}

export const questions = createQueue<Question>();

export function ask(question: Omit<Question, 'answer'>): Promise<boolean> {
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
