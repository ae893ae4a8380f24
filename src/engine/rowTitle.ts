import texts from '../../schemas/texts/engine.json';
import { fillText } from '../model/fillText';
import type { Path } from '../model/types';
import { listOptions } from './listOptions';
import { nodeAt, type Place } from './nodeAt';

/** What a row is called: `ui:list.item` with its number filled in, `'Employer 2'`. */
export function rowTitle(place: Place, list: Path, index: number): string {
  return fillText(listOptions(nodeAt(place, list)?.ui).item ?? texts.row, { n: index + 1 });
}
