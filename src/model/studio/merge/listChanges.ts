import { isRecord, ownMember } from '../../answers/paths';
import { byKey } from './listKeys';
import { hasVisibleOrder, isSame, ORDER } from './mergeJson';

export interface JsonChange {
  path: string[];
  before: unknown;
  after: unknown;
}

/** Lists the smallest differences, with the same paths as in `mergeJson`. */
export function listChanges(before: unknown, after: unknown, path: string[] = []): JsonChange[] {
  if (isSame(before, after)) return [];
  if (isRecord(before) && isRecord(after)) {
    const names = new Set([...Object.keys(before), ...Object.keys(after)]);
    const inner = [...names].flatMap((name) =>
      listChanges(ownMember(before, name), ownMember(after, name), [...path, name]),
    );
    return hasVisibleOrder(path)
      ? [
          ...inner,
          ...orderChange(Object.keys(before), Object.keys(after), path, {
            before: Object.keys(before),
            after: Object.keys(after),
          }),
        ]
      : inner;
  }
  if (Array.isArray(before) && Array.isArray(after)) {
    const [was, now] = [byKey(before), byKey(after)];
    const keys = new Set([...was.keys(), ...now.keys()]);
    const inner = [...keys].flatMap((key) => listChanges(was.get(key), now.get(key), [...path, key]));
    return [...inner, ...orderChange([...was.keys()], [...now.keys()], path, { before, after })];
  }
  return [{ path, before, after }];
}

function orderChange(
  before: readonly string[],
  after: readonly string[],
  path: string[],
  shown: Omit<JsonChange, 'path'>,
): JsonChange[] {
  const isMoved = !isSame(
    before.filter((name) => after.includes(name)),
    after.filter((name) => before.includes(name)),
  );
  return isMoved ? [{ path: [...path, ORDER], ...shown }] : [];
}
