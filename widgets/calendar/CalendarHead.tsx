import texts from '../../schemas/texts/widgets.json';
import { type Bounds, monthsLater, within, yearsOf } from './days';

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
      <select
        className="rp-control"
        aria-label={words.month}
        value={month}
        onChange={(event) => go(Number(event.target.value) - month)}
      >
        {words.months.map((name, index) => (
          <option key={name} value={index + 1}>
            {name}
          </option>
        ))}
      </select>
      <select
        className="rp-control"
        aria-label={words.year}
        value={year}
        onChange={(event) => go((Number(event.target.value) - year) * 12)}
      >
        {yearsOf(bounds, today).map((each) => (
          <option key={each} value={each}>
            {each}
          </option>
        ))}
      </select>
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
