import { useMessages } from '../../messages/useMessages';
import { isRecord } from '../../model/answers/paths';
import { countSourceNotes } from '../../model/income/checks/notes';
import { fillText } from '../../model/messages/fillText';
import type { Path, SchemaNode, UiNode } from '../../model/types';
import { useAnswered, useEngine, useRowState } from '../Engine';
import { rowSummary } from '../uiOptions';
import { useIncomeChecks } from '../useIncomeChecks';

interface RowSummaryProps {
  path: Path;
  schema: SchemaNode;
  ui: UiNode;
}

export function RowSummary({ path, schema, ui }: RowSummaryProps) {
  const texts = useMessages('engine');
  const { answers } = useMessages('steps');
  const state = useRowState(path);
  const notes = useRowNotes(path, schema);
  const summary = useAnswered(path, (row) => rowSummary(answers, { schema: { items: schema }, ui }, row));
  return (
    <p className="rp-row-summary">
      {state !== 'finished' && <strong data-state={state}>{texts.rowStates[state]}</strong>}
      {notes > 0 && <strong>{fillText(texts.rowNotes, { n: notes })}</strong>}
      {summary && <span translate="no">{summary}</span>}
    </p>
  );
}

function useRowNotes(path: Path, { properties = {} }: SchemaNode): number {
  const { store, formContext } = useEngine();
  const checks = useIncomeChecks(formContext.services.checks);
  const row = store.value(path);
  if (!checks || !isRecord(row) || typeof row.id !== 'number') return 0;
  const { id } = row;
  const types = Object.values(properties).flatMap((node) => node['x-document'] ?? []);
  return types.reduce((count, type) => count + countSourceNotes(checks, type, id), 0);
}
