import { type FocusEvent, type KeyboardEvent, useEffect, useRef, useState } from 'react';
import texts from '../../schemas/texts/widgets.json';
import { fillText } from '../../src/model/fillText';
import { CalendarHead } from './CalendarHead';
import { CalendarMonth } from './CalendarMonth';
import { type Bounds, within } from './days';
import { keyMove } from './keyMove';

interface CalendarProps {
  side: 'start' | 'end';
  label: string;
  value: unknown;
  today: string;
  bounds: Bounds;
  onChoose(day: string): void;
  /** Closed by Escape: the focus goes back to the button. */
  onClose(): void;
  /** The focus went elsewhere: it stays there. */
  onLeave(): void;
}

/** A month to choose a day from, in a popup dialog; the days are moved through with the arrow keys. */
export function Calendar({ side, label, value, today, bounds, onChoose, onClose, onLeave }: CalendarProps) {
  const chosen = /^\d{4}-\d{2}-\d{2}$/.test(String(value)) ? String(value) : undefined;
  const [day, setDay] = useState(within(chosen ?? today, bounds));
  const dialog = useRef<HTMLDivElement>(null);
  const byKey = useRef(true);

  // Tied to the document's focus: it follows the day that the keys moved to.
  useEffect(() => {
    if (byKey.current) dialog.current?.querySelector<HTMLElement>(`[data-day="${day}"]`)?.focus();
    byKey.current = false;
  }, [day]);

  function press(event: KeyboardEvent): void {
    const onDay = (event.target as HTMLElement).dataset.day !== undefined;
    const next = onDay ? keyMove(day, event.key, event.shiftKey) : undefined;
    if (event.key !== 'Escape' && !next) return;
    event.preventDefault();
    event.stopPropagation();
    if (next) move(next);
    else onClose();
  }

  function move(next: string): void {
    byKey.current = true;
    setDay(within(next, bounds));
  }

  function leave({ currentTarget, relatedTarget }: FocusEvent): void {
    if (relatedTarget && !currentTarget.parentElement?.contains(relatedTarget as Node)) onLeave();
  }

  return (
    <div
      ref={dialog}
      role="dialog"
      aria-label={fillText(texts.calendar.dialog, { label })}
      className="rp-calendar"
      data-side={side}
      onKeyDown={press}
      onBlur={leave}
    >
      <CalendarHead day={day} today={today} bounds={bounds} onDay={setDay} />
      <CalendarMonth day={day} chosen={chosen} today={today} bounds={bounds} onChoose={onChoose} />
    </div>
  );
}
