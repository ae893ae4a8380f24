import type { Portal } from './command';

/** Prints rows as a table with a heading; `nothing` where there are none. */
export function printRows({ print }: Portal, rows: readonly Record<string, unknown>[], nothing: string): void {
  const [first] = rows;
  if (!first) {
    print(nothing);
    return;
  }
  const names = Object.keys(first);
  const lines = [names, ...rows.map((row) => names.map((name) => String(row[name] ?? '')))];
  const widths = names.map((_, column) => Math.max(...lines.map((line) => line[column]?.length ?? 0)));
  for (const line of lines)
    print(
      line
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    );
}
