import texts from '../../schemas/texts/engine.json';
import { fillText } from '../model/fillText';
import type { Path } from '../model/types';
import { listOptions } from './listOptions';
import { nodeAt, type Place } from './nodeAt';

/** What a row is called: `ui:list.item` with its number filled in, `'Employer 2'`; without one the list's own title, `'Mobile number 2'`. */
export function rowTitle(place: Place, list: Path, index: number): string {
  const { schema, ui } = nodeAt(place, list) ?? {};
  return fillText(listOptions(ui).item ?? (schema?.title ? texts.titledRow : texts.row), {
    title: schema?.title,
    n: index + 1,
  });
}
