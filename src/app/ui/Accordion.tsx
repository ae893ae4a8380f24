import { type ReactNode, useEffect, useRef } from 'react';
import { slideIn } from '../../engine/motion';
import { useMessages } from '../../messages/useMessages';
import type { NoteCounts } from '../../model/income/checks/sectionNotes';
import { fillText } from '../../model/messages/fillText';

export interface SaveMark {
  text: string;
  isError?: boolean;
}

export interface PanelNotes extends Partial<NoteCounts> {
  /** Number of documents that will be sent later. */
  later?: number;
}

interface AccordionProps extends PanelNotes {
  /** The panel's button has the id `{id}-toggle`. */
  id: string;
  title: string;
  open: boolean;
  onToggle(open: boolean): void;
  done?: boolean;
  isUnconfirmed?: boolean;
  isWrong?: boolean;
  saved?: SaveMark;
  children: ReactNode;
}

/** A collapsible panel. Closed content stays mounted, so that typed answers are kept. */
export function Accordion({
  id,
  title,
  open,
  onToggle,
  done = false,
  isUnconfirmed,
  notes = 0,
  unread = 0,
  reading = 0,
  later = 0,
  isWrong = false,
  saved,
  children,
}: AccordionProps) {
  const messages = useMessages('shell').progress;
  const note = useNote({ notes, reading });
  const panel = useRef<HTMLDivElement>(null);
  const wasOpen = useRef(open);
  useEffect(() => {
    if (open && !wasOpen.current) slideIn(panel.current);
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
          <Mark saved={saved} done={done} isWrong={isWrong && !open} note={isUnconfirmed ? messages.toConfirm : note}>
            <DoneMark notes={notes} unread={unread} reading={reading} later={later} />
          </Mark>
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

interface MarkProps {
  saved?: SaveMark;
  done: boolean;
  isWrong: boolean;
  note?: string;
  /** Shown when the panel is done. */
  children: ReactNode;
}

/** Shows a panel's most important status. A failed save comes first. */
function Mark({ saved, done, isWrong, note, children }: MarkProps) {
  if (isWrong && !saved?.isError) return <ErrorMark />;
  if (done && !saved?.isError) return children;
  if (note && !saved?.isError)
    return (
      <span className="rp-accordion__mark" data-noted="">
        <Pause />
        {note}
      </span>
    );
  if (!saved) return null;
  return (
    <span className="rp-accordion__mark" data-unsaved={saved.isError ? '' : undefined} aria-hidden="true">
      {saved.text}
    </span>
  );
}

export function DoneMark(notes: PanelNotes) {
  const messages = useMessages('shell').progress;
  const note = useNote(notes);
  const isRead = !notes.reading;
  return (
    <span className="rp-accordion__mark" data-noted={note ? '' : undefined}>
      <Pause />
      {isRead && (
        <svg viewBox="0 0 24 24" aria-hidden="true">
          <path d="M5 12.5l4.5 4.5L19 7.5" />
        </svg>
      )}
      {note && isRead ? fillText(messages.doneNoted, { notes: note }) : (note ?? messages.done)}
    </span>
  );
}

/** Separates a status from the title before it, for screen readers. */
export function Pause() {
  return <span className="rp-unseen">, </span>;
}

export function ErrorMark() {
  const messages = useMessages('shell').progress;
  return (
    <span className="rp-accordion__mark" data-wrong="">
      <Pause />
      <svg viewBox="0 0 24 24" aria-hidden="true">
        <path d="M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18M12 8v5M12 16.5v.01" />
      </svg>
      {messages.wrong}
    </span>
  );
}

/**
 * Describes how many files are being read. If there are none, describes the notes, the unread files and the documents
 * to send later.
 */
function useNote({ notes = 0, unread = 0, reading = 0, later = 0 }: PanelNotes): string | undefined {
  const messages = useMessages('shell').progress;
  if (reading > 0) return fillText(messages.reading, { n: reading });
  const found = [
    notes > 0 && fillText(messages.notes, { n: notes }),
    unread > 0 && fillText(messages.unread, { n: unread }),
    later > 0 && fillText(messages.later, { n: later }),
  ];
  return found.filter(Boolean).join(', ') || undefined;
}
