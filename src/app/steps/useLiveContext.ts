import { useCallback, useMemo, useRef, useState } from 'react';
import { isRecord, recordsIn } from '../../model/paths';
import type { Answers, Context } from '../../model/types';
import type { LoadedStep } from './loadedStep';

type Rows = Record<string, unknown>[];

interface LiveContext {
  context: Context;
  /** The same, for whoever asks outside a render. */
  latest(): Context;
  /** Takes what other questions may use of a section's answers. */
  learn(answers: Answers): void;
}

/**
 * The context of a step while it is filled in: an emergency contact can copy a reference typed a moment ago
 * (spec 001, section 3, reference and emergency_reference).
 */
export function useLiveContext({ context: served, sections }: LoadedStep): LiveContext {
  const [references, setReferences] = useState<Rows>(() =>
    sections.flatMap(({ initial }) => referencesIn(initial) ?? []),
  );
  const context = useMemo(() => withReferences(served, references), [served, references]);
  const known = useRef(context);
  known.current = context;
  const latest = useCallback(() => known.current, []);
  const learn = useCallback((answers: Answers) => {
    const found = referencesIn(answers);
    if (found) setReferences((old) => (JSON.stringify(old) === JSON.stringify(found) ? old : found));
  }, []);
  return { context, latest, learn };
}

function withReferences(context: Context, references: Rows): Context {
  return references.length ? { ...context, lists: { ...context.lists, references } } : context;
}

/** The references among a section's answers; undefined for a section that does not ask for them. */
function referencesIn({ reference }: Answers): Rows | undefined {
  if (!isRecord(reference)) return undefined;
  return recordsIn(reference.fields);
}
