import { useEffect, useState } from 'react';
import office from '../../../schemas/office/status.json';
import texts from '../../../schemas/texts/office.json';
import { reveal } from '../../api/office';
import type { OfficeApplication, Revealed } from '../../contract/office';
import { fillText } from '../../model/fillText';
import { type RevealKind, revealKinds } from '../../model/office';
import type { Answers } from '../../model/types';
import { Banner } from '../ui/Banner';
import { Button } from '../ui/Button';
import { AnswerList } from '../ui/Table';
import { OfficeForm, type Problem, problemOf } from './OfficeForm';

const said = texts.reveal;

interface RevealPanelProps {
  application: OfficeApplication;
  onRevealed(): void;
}

/** Shows what is masked to who says why, for a minute. */
export function RevealPanel({ application, onRevealed }: RevealPanelProps) {
  const [isOpen, setOpen] = useState(false);
  const [shown, setShown] = useState<Revealed>();
  const { id } = application;
  const masked = application.sections.flatMap(({ lines }) => lines).flatMap((line) => line.masked ?? []);
  const kinds = revealKinds.filter((kind) => masked.includes(kind));
  if (kinds.length === 0) return null;
  async function show(why: string, chosen: RevealKind[]) {
    setShown(await reveal(id, why, chosen));
    setOpen(false);
    onRevealed();
  }
  return (
    <section className="of-panel" aria-labelledby="reveal">
      <h2 id="reveal">{said.title}</h2>
      {shown ? (
        <Shown shown={shown} onOver={() => setShown(undefined)} />
      ) : isOpen ? (
        <Why kinds={kinds} onShow={show} />
      ) : (
        <Button onClick={() => setOpen(true)}>{said.button}</Button>
      )}
    </section>
  );
}

function Shown({ shown: { lines, seconds }, onOver }: { shown: Revealed; onOver(): void }) {
  // By the clock, not by ticks: a page in the background, or asleep, has few of them.
  const [until] = useState(() => Date.now() + seconds * 1000);
  const [left, setLeft] = useState(seconds);
  // The clock is outside React.
  useEffect(() => {
    const look = () => setLeft(Math.ceil((until - Date.now()) / 1000));
    const timer = setInterval(look, 1000);
    document.addEventListener('visibilitychange', look);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', look);
    };
  }, [until]);
  // Over with the last second, wherever the page is by then.
  useEffect(() => {
    if (left <= 0) onOver();
  });
  return (
    <>
      <AnswerList lines={lines.map((line) => ({ ...line, key: `${line.section}${line.key}` }))} none="" />
      <p className="rp-help">{fillText(said.shown, { seconds: left })}</p>
      <Button onClick={onOver}>{said.hide}</Button>
    </>
  );
}

interface WhyProps {
  kinds: RevealKind[];
  onShow(why: string, kinds: RevealKind[]): Promise<void>;
}

function Why({ kinds, onShow }: WhyProps) {
  const [lists] = useState(() => ({
    kinds: kinds.map((value) => ({ value, label: office.reveals[value].title })),
  }));
  const [problem, setProblem] = useState<Problem>();
  async function send({ why, kinds: chosen }: Answers) {
    // The form's rules have seen to both.
    await onShow(String(why), chosen as RevealKind[]).catch((cause: unknown) => setProblem(problemOf(cause)));
  }
  return (
    <>
      {problem && <Banner kind="error" title={problem.message} />}
      <OfficeForm step="reveal" lists={lists} submit={said.show} onSubmit={send} />
    </>
  );
}
