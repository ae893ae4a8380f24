import { getIn, isRecord } from '../model/paths';
import type { Path } from '../model/types';
import { nodeAt, type Place } from './nodeAt';
import { uiOptions } from './uiOptions';

/** `ui:options.deletes`: the sibling whose files an answer deletes, and those files; undefined when there are none. */
export function deletedFiles(place: Place, path: Path, value: unknown, answers: unknown) {
  const { deletes } = uiOptions(nodeAt(place, path)?.ui);
  if (!isRecord(deletes) || deletes.on !== value) return undefined;
  const at: Path = [...path.slice(0, -1), String(deletes.files)];
  const files = [getIn(answers, at)].flat().filter((file) => typeof file === 'string');
  return files.length > 0 ? { at, files } : undefined;
}
