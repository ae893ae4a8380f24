import type { SourcePlace } from '../../api/stepRecords';
import { entriesOptions } from '../../engine/listOptions';
import { newRow } from '../../engine/startingAnswers';
import { isRecord, recordsIn } from '../../model/paths';
import type { Answers, ServedSection } from '../../model/types';

/**
 * A section's answers with an empty row for each of its sources that no row tells of: the server made it, and the page was gone before it
 * was written down. It would hold one of the three places (spec 002 §4) where nobody sees it.
 */
export function withSources({ schema, ui }: ServedSection, answers: Answers, sources: readonly SourcePlace[]): Answers {
  const { source, list = '', answer = '' } = entriesOptions(ui) ?? {};
  const rows = recordsIn(answers[list]);
  const lost = sources.filter(
    ({ document_id, source_id }) => document_id === source && !rows.some(({ id }) => id === source_id),
  );
  if (!lost.length) return answers;
  const listUi = ui[list];
  const rowAt = (index: number) => newRow(schema.properties?.[list] ?? {}, isRecord(listUi) ? listUi : {}, index);
  const added = lost.map(({ source_id }, n) => ({ ...rowAt(rows.length + n), id: source_id }));
  return { ...answers, [answer]: 'Yes', [list]: [...rows, ...added] };
}
