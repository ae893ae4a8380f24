import type { Contradiction, PayStub } from '../../../../model/income/checks/documentChecks';
import table from '../labels.json';
import type { TextLine } from '../readPdfText';
import type { Token } from './amounts';
import { type Figure, toRows } from './figures';
import { type Candidate, type Reconciled, reconcile } from './reconcile';
import { findYear, readStubFigures, type StubFigures } from './stubLines';
import { sum } from './sums';

interface Gross extends Pick<PayStub, 'gross' | 'grossToDate'> {
  contradictions: Contradiction[];
  /** Hours without overtime. */
  hours?: number;
  /** The figure as printed, even if it isn't certain. */
  token?: Token;
}

/**
 * Finds the gross pay that the most sums confirm. `gross` is undefined if no sum confirms it, or if figures on the stub
 * contradict each other.
 */
export function readGross(lines: readonly TextLine[]): Gross {
  const stub = readStubFigures(toRows(lines));
  const rated = findCandidates(stub).map((candidate) => ({ ...candidate, ...reconcile(stub, candidate) }));
  const best = rated.sort(compareEvidence)[0];
  const grossToDate = findYear(stub, best?.figure);
  const contradictions = best?.contradictions ?? [];
  const isSure = best !== undefined && best.held > 0 && best.gross > 0 && contradictions.length === 0;
  return {
    gross: isSure ? best.gross : undefined,
    grossToDate,
    contradictions,
    hours: regularHours(stub),
    token: best?.token,
  };
}

function regularHours({ lines }: StubFigures): number | undefined {
  const hours = lines.flatMap(({ name, hours }) => (hours && !table.lines.overtime.includes(name) ? [hours] : []));
  return hours.length ? sum(hours) : undefined;
}

function findCandidates(stub: StubFigures): Candidate[] {
  const labeled = stub.gross.flatMap((figure: Figure) =>
    figure.current.flatMap((token): Candidate[] =>
      token.amount === undefined ? [] : [{ figure, token, gross: token.amount }],
    ),
  );
  if (labeled.length) return labeled;
  const earned = stub.lines.filter(({ kind }) => kind === 'earned');
  return earned.length ? [{ gross: sum(earned.map(({ amount }) => amount)) }] : [];
}

const compareEvidence = (one: Reconciled, other: Reconciled) =>
  other.held - one.held || one.contradictions.length - other.contradictions.length;
