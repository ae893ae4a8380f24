import { type FocusEvent, type KeyboardEvent, useEffect, useRef, useState } from 'react';
import texts from '../../schemas/texts/widgets.json';
import { fillText } from '../../src/model/fillText';
import { NativeSelect } from '../parts/controls';
import { type Bounds, daysLater, monthsLater, weekday, weeksOf, within, yearsOf } from './days';

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
    const onDay = event.target instanceof HTMLElement && event.target.dataset.day !== undefined;
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
    if (relatedTarget instanceof Node && !currentTarget.parentElement?.contains(relatedTarget)) onLeave();
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

/** The day that a key leads to from `day`, by the ARIA Authoring Practices' date picker; undefined for any other key. */
export function keyMove(day: string, key: string, shift: boolean): string | undefined {
  switch (key) {
    case 'ArrowLeft':
      return daysLater(day, -1);
    case 'ArrowRight':
      return daysLater(day, 1);
    case 'ArrowUp':
      return daysLater(day, -7);
    case 'ArrowDown':
      return daysLater(day, 7);
    case 'Home':
      return daysLater(day, -weekday(day));
    case 'End':
      return daysLater(day, 6 - weekday(day));
    case 'PageUp':
      return monthsLater(day, shift ? -12 : -1);
    case 'PageDown':
      return monthsLater(day, shift ? 12 : 1);
    default:
      return undefined;
  }
}

interface CalendarHeadProps {
  day: string;
  today: string;
  bounds: Bounds;
  onDay(day: string): void;
}

/** Which month is seen: a step back or on, or any month and year at once, as a date of birth needs it. */
export function CalendarHead({ day, today, bounds, onDay }: CalendarHeadProps) {
  const words = texts.calendar;
  const [year = 0, month = 1] = day.split('-').map(Number);
  const go = (months: number) => onDay(within(monthsLater(day, months), bounds));
  const none = (months: number) => within(monthsLater(day, months), bounds).slice(0, 7) === day.slice(0, 7);
  return (
    <div className="rp-calendar-head">
      <button
        type="button"
        className="rp-button"
        data-shape="icon"
        aria-label={words.previous}
        disabled={none(-1)}
        onClick={() => go(-1)}
      >
        ‹
      </button>

      <NativeSelect aria-label={words.month} value={month} onChange={(event) => go(Number(event.target.value) - month)}>
        {words.months.map((name, index) => (
          <option key={name} value={index + 1}>
            {name}
          </option>
        ))}
      </NativeSelect>

      <NativeSelect
        size="sm"
        aria-label={words.year}
        value={year}
        onChange={(event) => go((Number(event.target.value) - year) * 12)}
      >
        {yearsOf(bounds, today).map((each) => (
          <option key={each} value={each}>
            {each}
          </option>
        ))}
      </NativeSelect>

      <button
        type="button"
        className="rp-button"
        data-shape="icon"
        aria-label={words.next}
        disabled={none(1)}
        onClick={() => go(1)}
      >
        ›
      </button>
    </div>
  );
}

interface CalendarMonthProps {
  /** The day that has the keyboard's focus. */
  day: string;
  chosen: string | undefined;
  today: string;
  bounds: Bounds;
  onChoose(day: string): void;
}

/** The days of one month; one of them at a time can be reached by Tab, the others by the arrow keys. */
export function CalendarMonth({ day, chosen, today, bounds, onChoose }: CalendarMonthProps) {
  return (
    <table
      className="rp-calendar-month"
      // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: as the ARIA Authoring Practices build it.
      role="grid"
      aria-label={`${texts.calendar.months[Number(day.slice(5, 7)) - 1]} ${day.slice(0, 4)}`}
    >
      <thead>
        <tr>
          {texts.calendar.weekdays.map((name) => (
            <th key={name} scope="col" abbr={name}>
              {name.slice(0, 2)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {weeksOf(day).map((week) => (
          <tr key={week.find(Boolean)}>
            {week.map((each, index) => (
              // biome-ignore lint/a11y/useFocusableInteractive: the button in the cell takes the focus.
              <td
                key={each ?? index}
                // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: as the ARIA Authoring Practices build it.
                role="gridcell"
                aria-selected={each !== undefined && each === chosen}
              >
                {each && (
                  <button
                    type="button"
                    data-day={each}
                    tabIndex={each === day ? 0 : -1}
                    disabled={within(each, bounds) !== each}
                    aria-label={dayName(each, today)}
                    aria-current={each === today ? 'date' : undefined}
                    onClick={() => onChoose(each)}
                  >
                    {Number(each.slice(8))}
                  </button>
                )}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function dayName(day: string, today: string): string {
  const { weekdays, months, day: template, today: todayTemplate } = texts.calendar;
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number);
  const name = fillText(template, { weekday: weekdays[weekday(day)], month: months[month - 1], day: date, year });
  return day === today ? fillText(todayTemplate, { date: name }) : name;
}
