import { type Node, parseTree } from 'jsonc-parser';
import { isRecord } from '../../model/answers/paths';

/**
 * Writes changed content into a JSON text, keeping unchanged lines:
 * `('{ "a": 1, "b": [2] }', { c: 1, b: [2] })` → `'{ "c": 1, "b": [2] }'`
 */
export function rewriteText(text: string, next: unknown): string {
  const root = parseTree(text);
  if (!root) throw new Error("This isn't valid JSON");
  return text.slice(0, root.offset) + print(text, root, next) + text.slice(root.offset + root.length);
}

function print(text: string, node: Node, next: unknown): string {
  if (isSame(text, node, next)) return text.slice(node.offset, node.offset + node.length);
  if (node.type === 'array' && Array.isArray(next)) return printList(text, node, next);
  if (node.type === 'object' && isRecord(next)) return printMembers(text, node, next);
  return indented(text, node, next);
}

/** True if a node has this value, with its members in the same order. */
const isSame = (text: string, { offset, length }: Node, next: unknown) =>
  JSON.stringify(JSON.parse(text.slice(offset, offset + length))) === JSON.stringify(next);

function printList(text: string, node: Node, next: readonly unknown[]): string {
  const old = [...(node.children ?? [])];
  const isSameLength = old.length === next.length;
  const rows = next.map((value, i) => {
    const same = old.find((one) => isSame(text, one, value));
    const pair = same ?? (isSameLength ? old[i] : undefined);
    return pair ? print(text, pair, value) : indented(text, old[0] ?? node, value);
  });
  return joined(text, node, rows, ['[', ']']);
}

function printMembers(text: string, node: Node, next: Record<string, unknown>): string {
  const old = (node.children ?? []).map(({ children = [] }) => ({
    key: String(children[0]?.value),
    value: children[1],
  }));
  const names = Object.keys(next);
  const gone = old.filter(({ key }) => !names.includes(key));
  const fresh = names.filter((name) => old.every(({ key }) => key !== name));
  const rows = Object.entries(next).map(([name, value]) => {
    const pair = old.find(({ key }) => key === name) ?? (gone.length === fresh.length && gone[fresh.indexOf(name)]);
    const own = pair ? pair.value : undefined;
    return `${JSON.stringify(name)}: ${own ? print(text, own, value) : indented(text, old[0]?.value ?? node, value)}`;
  });
  return joined(text, node, rows, ['{', '}']);
}

function joined(text: string, node: Node, rows: readonly string[], [open, close]: readonly [string, string]): string {
  if (rows.length === 0) return open + close;
  const first = node.children?.[0];
  const lead = first ? text.slice(node.offset + 1, first.offset) : '';
  if (!lead.includes('\n')) return `${open}${lead}${rows.join(', ')}${lead}${close}`;
  const end =
    text
      .slice(0, node.offset + node.length - 1)
      .split('\n')
      .at(-1) ?? '';
  return `${open}${lead}${rows.join(`,${lead}`)}\n${end}${close}`;
}

function indented(text: string, node: Node, value: unknown): string {
  const line = text.slice(0, node.offset).split('\n').at(-1) ?? '';
  return JSON.stringify(value, null, 2).replaceAll('\n', `\n${/^\s*/.exec(line)?.[0] ?? ''}`);
}
