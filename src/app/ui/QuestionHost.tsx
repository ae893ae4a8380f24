import { Box } from '@chakra-ui/react/box';
import { useId, useSyncExternalStore } from 'react';
import texts from '../../../schemas/texts/shell.json';
import { createQueue } from '../../model/createStore';
import type { FormServices } from '../../model/formContext';
import { Button } from './Button';
import { Dialog } from './Dialog';

/** Shows what `confirm` and `alert` ask, one at a time. */
export function QuestionHost() {
  const [question] = useSyncExternalStore(questions.subscribe, questions.items);
  const key = useId();
  return question ? <QuestionDialog key={`${key}${question.title}`} question={question} /> : null;
}

function QuestionDialog({ question }: { question: Question }) {
  const { title, text, loses = [], kind, answer } = question;
  return (
    <Dialog
      title={title}
      kind="alert"
      onClose={() => answer(kind === 'alert')}
      footer={<Answers question={question} />}
    >
      {loses.map((name) => (
        <Box as="p" key={name} fontWeight="bold" overflowWrap="anywhere" htmlTranslate="no">
          {name}
        </Box>
      ))}
      {text && <p>{text}</p>}
    </Dialog>
  );
}

function Answers({ question: { yes, no, loses, kind, answer } }: { question: Question }) {
  return (
    <>
      {kind === 'confirm' && <Button onClick={() => answer(false)}>{no ?? texts.dialog.no}</Button>}
      <Button variant={loses ? 'danger' : 'primary'} onClick={() => answer(true)}>
        {yes ?? (kind === 'confirm' ? texts.dialog.yes : texts.dialog.ok)}
      </Button>
    </>
  );
}

/** A question or message waiting for the applicant; a message has no `no`. */
interface Question {
  title: string;
  text?: string;
  yes?: string;
  no?: string;
  /** What a Yes deletes, by its names. */
  loses?: string[];
  kind: 'confirm' | 'alert';
  answer(yes: boolean): void;
}

const questions = createQueue<Question>();

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
