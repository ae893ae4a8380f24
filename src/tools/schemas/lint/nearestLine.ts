import type { JsonPlaces } from './jsonPlaces';

/** The line of a pointer, or of the nearest place above it that is written. */
export function nearestLine(places: Pick<JsonPlaces, 'lines'>, path: string): number {
  return places.lines.get(path) ?? (path ? nearestLine(places, path.slice(0, path.lastIndexOf('/'))) : 1);
}
