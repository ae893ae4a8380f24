import { useEffect, useState } from 'react';
import { getRevealed, reveal } from '../../api/office';
import type { OfficeApplication, Revealed } from '../../contract/office';
import { useMessages } from '../../messages/useMessages';
import { fillText } from '../../model/messages/fillText';
import { officeFile, type RevealKind, revealKinds } from '../../model/office';
import type { Answers } from '../../model/types';
import { Banner } from '../ui/Banner';
import { Button } from '../ui/Button';
import { CancelButton } from '../ui/CancelButton';
import { Dialog } from '../ui/Dialog';
import { AnswerList } from '../ui/Table';
import { usePending } from '../ui/usePending';
import { formatTime } from './dates';
import { OfficeForm, type Problem, readProblem } from './OfficeForm';

function maskedKinds({ sections, documents, reveal: open }: OfficeApplication): RevealKind[] {
  const masked = [
    ...sections.flatMap(({ lines }) => lines).flatMap((line) => line.masked ?? []),
    ...documents.flatMap(({ hidden }) => hidden),
    ...(open?.kinds ?? []),
  ];
  return revealKinds.filter((kind) => masked.includes(kind));
}

interface RevealPanelProps {
  application: OfficeApplication;
  shown?: Revealed;
  onShow(shown?: Revealed): void;
  onAsk(): void;
}

/** Shows unmasked answers for a minute. A reason is valid for 15 minutes. */
export function RevealPanel({ application, shown, onShow, onAsk }: RevealPanelProps) {
  const messages = useMessages('office').reveal;
  const [problem, setProblem] = useState<Problem>();
  const [isPending, show] = usePending(async () => {
    setProblem(undefined);
    await getRevealed(application.id).then(onShow, (cause: unknown) => setProblem(readProblem(cause)));
  });
  const { reveal: open } = application;
  if (maskedKinds(application).length === 0) return null;
  return (
    <section className="of-panel" aria-labelledby="reveal">
      <h2 id="reveal">{messages.title}</h2>
      {problem && <Banner kind="error" title={problem.message} />}
      {open && (
        <p className="rp-help">
          {fillText(messages.until, { kinds: titles(open.kinds), time: formatTime(open.until) })}
        </p>
      )}
      {shown && <Shown shown={shown} onOver={() => onShow()} />}
      {open && !shown && (
        <Button aria-disabled={isPending} onClick={() => void show()}>
          {messages.again}
        </Button>
      )}
      {!shown && maskedKinds(application).some((kind) => !open?.kinds.includes(kind)) && (
        <Button onClick={onAsk}>{messages.button}</Button>
      )}
    </section>
  );
}

const titles = (kinds: readonly RevealKind[]): string =>
  kinds.map((kind) => officeFile().reveals[kind].title).join(', ');

function Shown({ shown: { lines, seconds }, onOver }: { shown: Revealed; onOver(): void }) {
  const messages = useMessages('office').reveal;
  // Stores the end time, because browsers slow down timers in background tabs.
  const [until] = useState(() => Date.now() + seconds * 1000);
  const [left, setLeft] = useState(seconds);
  // Synchronizes with the clock.
  useEffect(() => {
    const updateTimeLeft = () => setLeft(Math.ceil((until - Date.now()) / 1000));
    const timer = setInterval(updateTimeLeft, 1000);
    document.addEventListener('visibilitychange', updateTimeLeft);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', updateTimeLeft);
    };
  }, [until]);
  // Hides the answers when the time is up.
  useEffect(() => {
    if (left <= 0) onOver();
  });
  return (
    <>
      <AnswerList lines={lines.map((line) => ({ ...line, key: `${line.section}${line.key}` }))} none={messages.none} />
      <p className="rp-help">{fillText(messages.shown, { seconds: left })}</p>
      <Button onClick={onOver}>{messages.hide}</Button>
    </>
  );
}

interface RevealDialogProps {
  application: OfficeApplication;
  kinds: readonly RevealKind[];
  onRevealed(shown: Revealed): void;
  onClose(): void;
}

const FORM = 'reveal-form';

export function RevealDialog({ application, kinds, onRevealed, onClose }: RevealDialogProps) {
  const messages = useMessages('office');
  // The lists stay the same while the form is open.
  const [lists] = useState(() => ({
    kinds: maskedKinds(application).map((value) => ({ value, label: officeFile().reveals[value].title })),
  }));
  const [initial] = useState(() => ({ kinds: [...kinds] }));
  const [problem, setProblem] = useState<Problem>();
  const [isReady, setReady] = useState(false);
  const [isPending, send] = usePending(async ({ why, kinds: chosen }: Answers) => {
    // The form has validated the answers.
    await reveal(application.id, String(why), chosen as RevealKind[]).then(onRevealed, (cause: unknown) =>
      setProblem(readProblem(cause)),
    );
  });
  return (
    <Dialog
      title={messages.reveal.button}
      onClose={onClose}
      footer={
        <>
          <CancelButton />
          <Button variant="primary" type="submit" form={FORM} disabled={!isReady} aria-disabled={isPending}>
            {messages.reveal.show}
          </Button>
        </>
      }
    >
      {problem && <Banner kind="error" title={problem.message} />}
      <OfficeForm
        id={FORM}
        step="reveal"
        lists={lists}
        initial={initial}
        onReady={() => setReady(true)}
        onSubmit={send}
      />
    </Dialog>
  );
}
