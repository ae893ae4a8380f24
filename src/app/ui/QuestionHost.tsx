import { Box } from '@chakra-ui/react/box';
import { useId, useSyncExternalStore } from 'react';
import { useMessages } from '../../messages/useMessages';
import type { FormServices } from '../../model/formContext';
import { Button } from './Button';
import { Dialog } from './Dialog';
import { ask, type Question, questions } from './questions';

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
      kind="question"
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
  const messages = useMessages('shell').dialog;
  return (
    <>
      {kind === 'confirm' && <Button onClick={() => answer(false)}>{no ?? messages.no}</Button>}
      <Button variant={loses ? 'danger' : 'primary'} onClick={() => answer(true)}>
        {yes ?? (kind === 'confirm' ? messages.yes : messages.ok)}
      </Button>
    </>
  );
}

/** Asks a question. Resolves to true for Yes, false for No or Escape. */
export const confirm: FormServices['confirm'] = (question) => ask({ ...question, kind: 'confirm' });

/** Shows a message. Resolves when the message is closed. */
export const alert: FormServices['alert'] = async (message) => {
  await ask({ ...message, kind: 'alert' });
};
