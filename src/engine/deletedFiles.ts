import { branch, getIn, isRecord } from '../model/paths';
import type { Path, UiNode } from '../model/types';
import { nodeAt, type Place } from './nodeAt';
import { uiOptions } from './uiOptions';

/** `ui:options.deletes`: the sibling whose files an answer deletes, and those files; undefined when there are none. */
export function deletedFiles(place: Place, path: Path, value: unknown, answers: unknown) {
  const { deletes } = uiOptions(nodeAt(place, path)?.ui);
  if (!deletes || deletes.on !== value) return undefined;
  const at: Path = [...path.slice(0, -1), deletes.files];
  const files = [getIn(answers, at)].flat().filter((file) => typeof file === 'string');
  return files.length > 0 ? { at, files } : undefined;
}

/** Whether an answer that says there are files (`ui:options.deletes` names the one that says there are none) stands without any. */
export function lacksFiles(ui: UiNode | undefined, answers: unknown): boolean {
  if (!isRecord(answers)) return false;
  return Object.entries(answers).some(([name, answer]) => {
    const node = ui && branch(ui, name);
    const { deletes } = uiOptions(node);
    if (!deletes) return lacksFiles(node, answer);
    return answer !== deletes.on && [answers[deletes.files]].flat().filter(Boolean).length === 0;
  });
}
