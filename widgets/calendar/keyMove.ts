import { daysLater, monthsLater, weekday } from './days';

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
