import { type MouseEvent, useEffect, useId, useRef } from 'react';
import texts from '../../schemas/texts/engine.json';

/** One line of the summary; `id` is that of the control it speaks of. */
export interface SummaryError {
  id: string;
  label: string;
  message: string;
  /** Opens the section and focuses the field. */
  onPick(): void;
}

/** What is wrong with a page, above it; takes the focus when it appears. Draw it anew (a new `key`) for each submit. */
export function ErrorSummary({ errors }: { errors: readonly SummaryError[] }) {
  const box = useRef<HTMLElement>(null);
  const heading = useId();
  // Appearing is the event: the page puts the summary there after a refused submit.
  useEffect(() => box.current?.focus(), []);
  if (errors.length === 0) return null;
  return (
    <section className="rp-summary" aria-labelledby={heading} tabIndex={-1} ref={box}>
      <h2 id={heading}>{texts.summaryHeading}</h2>
      <ul>
        {errors.map((error) => (
          <li key={`${error.id} ${error.message}`}>
            <a href={`#${error.id}`} onClick={(event) => pick(event, error)}>
              {error.label}: {error.message}
            </a>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** The address must stay: its hash names the open section. */
function pick(event: MouseEvent, { onPick }: SummaryError): void {
  event.preventDefault();
  onPick();
}
