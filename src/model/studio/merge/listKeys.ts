import { isRecord, ownMember } from '../../answers/paths';

/** Members that name an entry, in order of preference. */
const NAMING = ['const', 'id', 'section', 'name', 'key', 'value', 'if'];

/** Prefix of a condition's key. The key contains the condition's `if`, so a changed `if` is a new entry. */
const CONDITION = 'if:';

export const isConditionKey = (key: string) => key.startsWith(CONDITION);

/** Returns a key for each entry: `[{ const: 'a' }, 'b', 'b']` → `['const:"a"', '"b"', '"b"#2']`. */
export function listKeys(list: readonly unknown[]): string[] {
  const counts = new Map<string, number>();
  return list.map((entry) => {
    const key = entryKey(entry);
    const count = (counts.get(key) ?? 0) + 1;
    counts.set(key, count);
    return count === 1 ? key : `${key}#${count}`;
  });
}

export const hasDuplicates = (list: readonly unknown[]) => new Set(list.map(entryKey)).size < list.length;

function entryKey(entry: unknown): string {
  const member = isRecord(entry) ? NAMING.find((name) => ownMember(entry, name) !== undefined) : undefined;
  return member && isRecord(entry) ? `${member}:${JSON.stringify(entry[member])}` : JSON.stringify(entry);
}

export function byKey(list: readonly unknown[]): Map<string, unknown> {
  return new Map(listKeys(list).map((key, index) => [key, list[index]]));
}
