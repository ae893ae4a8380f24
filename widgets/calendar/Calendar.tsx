import { type FocusEvent, type KeyboardEvent, useEffect, useRef, useState } from 'react';
import type { Messages } from '../../src/messages/files';
import { useMessages } from '../../src/messages/useMessages';
import { addDays, addMonths } from '../../src/model/format/dates';
import { fillText } from '../../src/model/messages/fillText';
import { NativeSelect } from '../parts/controls';
import { type Bounds, getWeeks, getYears, weekday, within } from './days';

interface CalendarProps {
  side: 'start' | 'end';
  label: string;
  value: unknown;
  today: string;
  bounds: Bounds;
  onChoose(day: string): void;
  /** Called on Escape. */
  onClose(): void;
  onLeave(): void;
}

/** A date picker dialog (ARIA Authoring Practices). */
export function Calendar({ side, label, value, today, bounds, onChoose, onClose, onLeave }: CalendarProps) {
  const messages = useMessages('widgets').calendar;
  const chosen = /^\d{4}-\d{2}-\d{2}$/.test(String(value)) ? String(value) : undefined;
  const [day, setDay] = useState(within(chosen ?? today, bounds));
  const dialog = useRef<HTMLDivElement>(null);
  const byKey = useRef(true);

  // Synchronizes with the browser's focus when the calendar opens and after a key press.
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
      aria-label={fillText(messages.dialog, { label })}
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

/** Returns the day that a key moves to (ARIA Authoring Practices). Undefined for other keys. */
export function keyMove(day: string, key: string, shift: boolean): string | undefined {
  switch (key) {
    case 'ArrowLeft':
      return addDays(day, -1);
    case 'ArrowRight':
      return addDays(day, 1);
    case 'ArrowUp':
      return addDays(day, -7);
    case 'ArrowDown':
      return addDays(day, 7);
    case 'Home':
      return addDays(day, -weekday(day));
    case 'End':
      return addDays(day, 6 - weekday(day));
    case 'PageUp':
      return addMonths(day, shift ? -12 : -1);
    case 'PageDown':
      return addMonths(day, shift ? 12 : 1);
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

export function CalendarHead({ day, today, bounds, onDay }: CalendarHeadProps) {
  const { calendar } = useMessages('widgets');
  const [year = 0, month = 1] = day.split('-').map(Number);
  const go = (months: number) => onDay(within(addMonths(day, months), bounds));
  const none = (months: number) => within(addMonths(day, months), bounds).slice(0, 7) === day.slice(0, 7);
  return (
    <div className="rp-calendar-head">
      <button
        type="button"
        className="rp-button"
        data-shape="icon"
        aria-label={calendar.previous}
        disabled={none(-1)}
        onClick={() => go(-1)}
      >
        ‹
      </button>

      <NativeSelect
        aria-label={calendar.month}
        value={month}
        onChange={(event) => go(Number(event.target.value) - month)}
      >
        {calendar.months.map((name, index) => (
          <option key={name} value={index + 1}>
            {name}
          </option>
        ))}
      </NativeSelect>

      <NativeSelect
        size="sm"
        aria-label={calendar.year}
        value={year}
        onChange={(event) => go((Number(event.target.value) - year) * 12)}
      >
        {getYears(bounds, today).map((each) => (
          <option key={each} value={each}>
            {each}
          </option>
        ))}
      </NativeSelect>

      <button
        type="button"
        className="rp-button"
        data-shape="icon"
        aria-label={calendar.next}
        disabled={none(1)}
        onClick={() => go(1)}
      >
        ›
      </button>
    </div>
  );
}

interface CalendarMonthProps {
  day: string;
  chosen: string | undefined;
  today: string;
  bounds: Bounds;
  onChoose(day: string): void;
}

/** Only one day is in the tab order. */
export function CalendarMonth({ day, chosen, today, bounds, onChoose }: CalendarMonthProps) {
  const messages = useMessages('widgets').calendar;
  return (
    <table
      className="rp-calendar-month"
      // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: as in the ARIA Authoring Practices.
      role="grid"
      aria-label={`${messages.months[Number(day.slice(5, 7)) - 1]} ${day.slice(0, 4)}`}
    >
      <thead>
        <tr>
          {messages.weekdays.map((name) => (
            <th key={name} scope="col" abbr={name}>
              {name.slice(0, 2)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {getWeeks(day).map((week) => (
          <tr key={week.find(Boolean)}>
            {week.map((each, index) => (
              // biome-ignore lint/a11y/useFocusableInteractive: the button in the cell receives focus.
              <td
                key={each ?? index}
                // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: as in the ARIA Authoring Practices.
                role="gridcell"
                aria-selected={each !== undefined && each === chosen}
              >
                {each && (
                  <button
                    type="button"
                    data-day={each}
                    tabIndex={each === day ? 0 : -1}
                    disabled={within(each, bounds) !== each}
                    aria-label={dayName(messages, each, today)}
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

function dayName(messages: Messages<'widgets'>['calendar'], day: string, today: string): string {
  const { weekdays, months, day: template, today: todayTemplate } = messages;
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number);
  const name = fillText(template, { weekday: weekdays[weekday(day)], month: months[month - 1], day: date, year });
  return day === today ? fillText(todayTemplate, { date: name }) : name;
}
