import type { Registry } from '@rjsf/utils';
import { createContext, useCallback, useContext, useSyncExternalStore } from 'react';
import { keyOf } from '../model/answers/paths';
import type { SectionFormContext } from '../model/formContext';
import type { Path } from '../model/types';
import type { FieldIds } from './createFieldIds';
import type { FormActions } from './createFormActions';
import type { FieldStatus, SectionStore } from './createSectionStore';
import type { Place } from './uiOptions';

export interface Engine {
  place: Place;
  /** Changes when messages or other live files change, so that widgets rerender. */
  filesVersion: number;
  store: SectionStore;
  ids: FieldIds;
  actions: FormActions;
  formContext: SectionFormContext;
  registry: Registry;
}

export const EngineContext = createContext<Engine | undefined>(undefined);

/** Returns the form's engine. Throws outside a form. */
export function useEngine(): Engine {
  const engine = useContext(EngineContext);
  if (!engine) throw new Error('A part of a section form was rendered outside SectionForm and FlatForm');
  return engine;
}

export function useAnswer(path: Path): unknown {
  return useStore(path, (store) => store.value(path));
}

/** Returns the result of `read` for an answer. Rerenders the caller when the result changes. */
export function useAnswered<T extends string | boolean>(path: Path, read: (answer: unknown) => T): T {
  return useStore(path, (store) => read(store.value(path)));
}

export function useStatus(path: Path): FieldStatus {
  const key = keyOf(path);
  return useStore(path, (store) => store.status(key));
}

export function useRows(path: Path): readonly number[] {
  return useStore(path, (store) => {
    const rows = store.value(path);
    return store.rowKeys.of(path, Array.isArray(rows) ? rows.length : 0);
  });
}

export function useOpenRow(list: Path): number | undefined {
  return useStore(list, (store) => store.openRow(list));
}

/** Returns `'wrong'` if the row shows messages, or `'unfinished'` if it isn't valid yet. */
export function useRowState(path: Path): 'wrong' | 'unfinished' | 'finished' {
  return useStore(path, (store) => {
    if (store.hasMessages(path)) return 'wrong';
    return store.isValid(path) ? 'finished' : 'unfinished';
  });
}

function useStore<T>(path: Path, read: (store: SectionStore) => T): T {
  const { store } = useEngine();
  const key = keyOf(path);
  const subscribe = useCallback((listener: () => void) => store.subscribe(key, listener), [store, key]);
  return useSyncExternalStore(subscribe, () => read(store));
}
