import { useState } from 'react';
import type { Path, SchemaNode } from '../model/types';
import { useAnswer, useEngine } from './Engine';
import { toAnswer } from './toAnswer';

/**
 * The value as a widget shows it, and what it calls with a new one. A number keeps the text it was typed as, so that '1.' stays
 * on screen on the way to 1.5.
 */
export function useTyped(path: Path, schema: SchemaNode): [unknown, (value: unknown) => void] {
  const { actions } = useEngine();
  const answer = useAnswer(path);
  const [typed, setTyped] = useState<string>();
  function change(value: unknown): void {
    const next = toAnswer(schema, value);
    setTyped(typeof next === 'number' && typeof value === 'string' ? value : undefined);
    actions.answer(path, next);
  }
  return [typed !== undefined && toAnswer(schema, typed) === answer ? typed : answer, change];
}
