import texts from '../../schemas/texts/widgets.json';
import { fillText } from '../../src/model/fillText';
import { type Bounds, weekday, weeksOf, within } from './days';

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
