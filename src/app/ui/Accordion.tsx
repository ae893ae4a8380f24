import { type ReactNode, useEffect, useRef } from 'react';
import texts from '../../../schemas/texts/shell.json';
import './accordion.css';
import { settle } from '../../engine/motion';

interface AccordionProps {
  /** The anchor of the panel: the id of its heading's button is `{id}-toggle`. */
  id: string;
  title: string;
  open: boolean;
  onToggle(open: boolean): void;
  done?: boolean;
  children: ReactNode;
}

/** One panel that opens and closes; the page decides which are open. What is closed stays mounted, so nothing typed is lost. */
export function Accordion({ id, title, open, onToggle, done = false, children }: AccordionProps) {
  const panel = useRef<HTMLDivElement>(null);
  const wasOpen = useRef(open);
  // What moves is the browser's.
  useEffect(() => {
    if (open && !wasOpen.current) settle(panel.current);
    wasOpen.current = open;
  }, [open]);
  return (
    <section className="ap-accordion" id={id} data-open={open} aria-labelledby={`${id}-toggle`}>
      <h2>
        <button
          type="button"
          id={`${id}-toggle`}
          aria-expanded={open}
          aria-controls={`${id}-panel`}
          onClick={() => onToggle(!open)}
        >
          <span className="ap-accordion-title">{title}</span>
          {done && <DoneMark />}
          <svg className="ap-accordion-arrow" viewBox="0 0 24 24" aria-hidden="true">
            <path d="M6 9l6 6 6-6" />
          </svg>
        </button>
      </h2>
      <div ref={panel} id={`${id}-panel`} className="ap-accordion-panel" hidden={!open}>
        {children}
      </div>
    </section>
  );
}

/** Done, by a green tick and in words. */
export function DoneMark() {
  return (
    <span className="ap-done">
      <svg viewBox="0 0 24 24" aria-hidden="true">
        <path d="M5 12.5l4.5 4.5L19 7.5" />
      </svg>
      {texts.progress.done}
    </span>
  );
}
