import type { TextCell, TextLine } from '../readPdfText';
import { labelIn } from './labelIn';

type Read<T> = (text: string) => T | undefined;

/**
 * The value that stands at one of the labels: behind it in the same cell, else in a cell to its right, else in the cell below.
 * A value that is itself a label is none: then the labels stand above their values.
 */
export function findValue<T>(lines: readonly TextLine[], labels: readonly string[], read: Read<T>): T | undefined {
  for (const [row, line] of lines.entries())
    for (const [column, cell] of line.entries()) {
      const label = labelIn(cell.text, labels);
      if (label === undefined) continue;
      const value = read(label.rest) ?? rightOf(line, column, read) ?? below(lines, row, cell, read);
      if (value !== undefined) return value;
    }
  return undefined;
}

function rightOf<T>(line: TextLine, column: number, read: Read<T>): T | undefined {
  const next = line[column + 1];
  return next && read(next.text);
}

function below<T>(lines: readonly TextLine[], row: number, label: TextCell, read: Read<T>): T | undefined {
  const under = lines[row + 1]?.find((cell) => isUnder(cell, label));
  return under && read(under.text);
}

const SLACK = 12;

/** Whether a cell stands in the column of another: their left or their right edges meet. */
function isUnder(cell: TextCell, head: TextCell): boolean {
  return Math.abs(cell.x - head.x) <= SLACK || Math.abs(cell.end - head.end) <= SLACK;
}
