import { type MouseEvent, useEffect, useId, useRef } from 'react';
import { useMessages } from '../messages/useMessages';

export interface SummaryError {
  id: string;
  /** The row and the field, such as 'Employer 2, ZIP code'. */
  field: string;
  /** `field`, without what `message` says already. */
  label: string;
  message: string;
  onPick(): void;
}

/** Lists errors and takes focus when mounted. Needs a new `key` for each submit. */
export function ErrorSummary({ errors }: { errors: readonly SummaryError[] }) {
  const texts = useMessages('engine');
  const box = useRef<HTMLElement>(null);
  const heading = useId();
  useEffect(() => {
    if (box.current) focusAtTop(box.current);
  }, []);
  if (errors.length === 0) return null;
  return (
    <section className="rp-summary" aria-labelledby={heading} tabIndex={-1} ref={box}>
      <h2 id={heading}>{texts.summaryHeading}</h2>
      <ul>
        {errors.map((error) => (
          <li key={`${error.id} ${error.message}`}>
            <a href={`#${error.id}`} onClick={(event) => pickError(event, error)}>
              {describeError(error)}
            </a>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Scrolls a tall summary to the top of the window, and a short summary to the bottom. */
function focusAtTop(box: HTMLElement): void {
  box.focus({ preventScroll: true });
  box.scrollIntoView({ block: box.offsetHeight > window.innerHeight / 2 ? 'start' : 'end' });
}

/** Returns the field and its error, without a colon after a question: 'Do you smoke? Choose Yes or No'. */
function describeError({ label, message }: SummaryError) {
  if (!label) return message;
  return (
    <>
      {label}
      {label.endsWith('?') ? ' ' : ': '}
      {message}
    </>
  );
}

/** Doesn't follow the link, because the URL's hash names the open panel. */
export function pickError(event: MouseEvent, { onPick }: SummaryError): void {
  event.preventDefault();
  onPick();
}
