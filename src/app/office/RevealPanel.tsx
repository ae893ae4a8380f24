import { type FormEvent, useEffect, useState } from 'react';
import office from '../../../schemas/office/status.json';
import texts from '../../../schemas/texts/office.json';
import { toApiError } from '../../api/apiError';
import { reveal } from '../../api/office';
import type { OfficeApplication, Revealed } from '../../contract/office';
import { fillText } from '../../model/fillText';
import type { RevealKind } from '../../model/office';
import { AnswerList } from '../ui/AnswerList';
import { Button } from '../ui/Button';
import { FieldRow } from '../ui/FieldRow';

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
  const kinds = (Object.keys(office.reveals) as RevealKind[]).filter((kind) => masked.includes(kind));
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
  const [left, setLeft] = useState(seconds);
  // The clock is outside React.
  useEffect(() => {
    const timer = setInterval(() => setLeft((now) => now - 1), 1000);
    return () => clearInterval(timer);
  }, []);
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

/** As many letters as the server asks for. */
const SHORTEST = 5;

function Why({ kinds, onShow }: WhyProps) {
  const [why, setWhy] = useState('');
  const [chosen, setChosen] = useState<RevealKind[]>([]);
  const [error, setError] = useState('');
  async function send(event: FormEvent) {
    event.preventDefault();
    await onShow(why.trim(), chosen).catch((cause: unknown) => setError(toApiError(cause).message));
  }
  return (
    <form onSubmit={(event) => void send(event)} noValidate>
      <fieldset className="of-ticks">
        <legend className="rp-label">{said.what}</legend>
        {kinds.map((kind) => (
          <label key={kind}>
            <input
              type="checkbox"
              checked={chosen.includes(kind)}
              onChange={() =>
                setChosen(chosen.includes(kind) ? chosen.filter((one) => one !== kind) : [...chosen, kind])
              }
            />
            {office.reveals[kind].title}
          </label>
        ))}
      </fieldset>
      <FieldRow label={said.why} help={said.help} error={error}>
        {(control) => (
          <input {...control} maxLength={300} value={why} onChange={(event) => setWhy(event.target.value)} />
        )}
      </FieldRow>
      <Button variant="primary" type="submit" disabled={chosen.length === 0 || why.trim().length < SHORTEST}>
        {said.show}
      </Button>
    </form>
  );
}
