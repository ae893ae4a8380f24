import type { Contradiction } from '../../../../model/income/checks/documentChecks';
import type { TextCell, TextLine } from '../readPdfText';

export function findTraces(lines: readonly TextLine[]): Contradiction[] {
  return lines.flat().flatMap((cell) => toContradiction(cell) ?? []);
}

function toContradiction({ trace, text, at }: TextCell): Contradiction | undefined {
  if (!trace) return undefined;
  const places = at && { places: [at] };
  if (trace.kind !== 'covered') return { kind: trace.kind, values: { figure: text }, ...places };
  const under = trace.under ?? '';
  return text
    ? { kind: 'covered', values: { under, figure: text }, ...places }
    : { kind: 'coveredEmpty', values: { under }, ...places };
}
