import { useId, useSyncExternalStore } from 'react';
import texts from '../../../schemas/texts/shell.json';
import { Button } from './Button';
import { Dialog } from './Dialog';
import { type Question, questions } from './questions';

/** Shows what `confirm` and `alert` ask, one at a time. */
export function QuestionHost() {
  const [question] = useSyncExternalStore(questions.subscribe, questions.items);
  const key = useId();
  return question ? <QuestionDialog key={`${key}${question.title}`} question={question} /> : null;
}

function QuestionDialog({ question }: { question: Question }) {
  const { title, text, kind, answer } = question;
  return (
    <Dialog
      title={title}
      kind="alert"
      onClose={() => answer(kind === 'alert')}
      footer={<Answers question={question} />}
    >
      {text && <p>{text}</p>}
    </Dialog>
  );
}

function Answers({ question: { yes, no, kind, answer } }: { question: Question }) {
  return (
    <>
      {kind === 'confirm' && <Button onClick={() => answer(false)}>{no ?? texts.dialog.no}</Button>}
      <Button variant="primary" onClick={() => answer(true)}>
        {yes ?? (kind === 'confirm' ? texts.dialog.yes : texts.dialog.ok)}
      </Button>
    </>
  );
}
