import table from '../labels.json';

export const labels = table.labels;

const ALL = Object.values(table.labels).flat();

/** The longest of the labels that a cell begins with, and what stands behind it: `('Pay Date: 11/20/26', ['pay date'])` → rest '11/20/26'. */
export function labelIn(text: string, wanted: readonly string[]): { label: string; rest: string } | undefined {
  const words = text.toLowerCase();
  const found = ALL.filter((label) => beginsWith(words, label)).sort((a, b) => b.length - a.length)[0];
  if (found === undefined || !wanted.includes(found)) return undefined;
  return { label: found, rest: text.slice(found.length).replace(/^[\s:.#-]+/, '') };
}

/** Whether a cell begins with any label and a colon. */
export function startsWithLabel(text: string): boolean {
  return ALL.some((label) => text.toLowerCase().startsWith(`${label}:`));
}

/** Whether a cell is nothing but a label. */
export function isLabel(text: string): boolean {
  return ALL.includes(text.toLowerCase().replace(/[\s:.#-]+$/, ''));
}

function beginsWith(words: string, label: string): boolean {
  return words.startsWith(label) && !/[a-z0-9]/.test(words[label.length] ?? '');
}
