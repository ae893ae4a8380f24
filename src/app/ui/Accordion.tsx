import { type ReactNode, useEffect, useRef } from 'react';
import texts from '../../../schemas/texts/shell.json';
import { settle } from '../../engine/motion';
import { fillText } from '../../model/fillText';

interface AccordionProps {
  /** The anchor of the panel: the id of its heading's button is `{id}-toggle`. */
  id: string;
  title: string;
  open: boolean;
  onToggle(open: boolean): void;
  done?: boolean;
  /** How many things in it wait for a look. */
  notes?: number;
  children: ReactNode;
}

/** One panel that opens and closes; the page decides which are open. What is closed stays mounted, so nothing typed is lost. */
export function Accordion({ id, title, open, onToggle, done = false, notes = 0, children }: AccordionProps) {
  const panel = useRef<HTMLDivElement>(null);
  const wasOpen = useRef(open);
  // What moves is the browser's.
  useEffect(() => {
    if (open && !wasOpen.current) settle(panel.current);
    wasOpen.current = open;
  }, [open]);
  return (
    <section className="rp-accordion__item" id={id} data-open={open} aria-labelledby={`${id}-toggle`}>
      <h2 className="rp-accordion__heading">
        <button
          type="button"
          className="rp-accordion__trigger"
          id={`${id}-toggle`}
          aria-expanded={open}
          aria-controls={`${id}-panel`}
          onClick={() => onToggle(!open)}
        >
          <span className="rp-accordion__title">{title}</span>
          {done && <DoneMark notes={notes} />}
          {!done && notes > 0 && (
            <span className="rp-accordion__mark" data-noted="">
              {notesText(notes)}
            </span>
          )}
          <svg className="rp-accordion__indicator" viewBox="0 0 24 24" aria-hidden="true">
            <path d="M6 9l6 6 6-6" />
          </svg>
        </button>
      </h2>
      <div ref={panel} id={`${id}-panel`} className="rp-accordion__content" hidden={!open}>
        {children}
      </div>
    </section>
  );
}

/** '3 notes' */
function notesText(n: number): string {
  return fillText(n === 1 ? texts.progress.note : texts.progress.notes, { n });
}

/** Done, by a tick and in words; with what waits for a look, which is no green any more. */
export function DoneMark({ notes = 0 }: { notes?: number }) {
  return (
    <span className="rp-accordion__mark" data-noted={notes > 0 ? '' : undefined}>
      <svg viewBox="0 0 24 24" aria-hidden="true">
        <path d="M5 12.5l4.5 4.5L19 7.5" />
      </svg>
      {notes > 0 ? fillText(texts.progress.doneNoted, { notes: notesText(notes) }) : texts.progress.done}
    </span>
  );
}
