import type { Registry } from '@rjsf/utils';
import { createContext, useCallback, useContext, useSyncExternalStore } from 'react';
import type { SectionFormContext } from '../model/formContext';
import { keyOf } from '../model/paths';
import type { Path } from '../model/types';
import type { FieldIds } from './createFieldIds';
import type { FormActions } from './createFormActions';
import type { FieldStatus, SectionStore } from './createSectionStore';
import type { Place } from './uiOptions';

/** What every part of one section form shares. */
export interface Engine {
  place: Place;
  store: SectionStore;
  ids: FieldIds;
  actions: FormActions;
  formContext: SectionFormContext;
  /** What widgets get as RJSF's registry: `formContext` is what they may use of it. */
  registry: Registry;
}

/** Tells the parts of a form which form they belong to. */
export const EngineContext = createContext<Engine | undefined>(undefined);

/** The form a part belongs to. @throws Error outside a form */
export function useEngine(): Engine {
  const engine = useContext(EngineContext);
  if (!engine) throw new Error('A part of a section form was drawn outside SectionForm and FlatForm');
  return engine;
}

/** The answer at `path`; draws the caller again when it changes. */
export function useAnswer(path: Path): unknown {
  return useStore(path, (store) => store.value(path));
}

/** What is worked out from the answer at `path` and all below it; draws the caller again when it comes out different. */
export function useAnswered(path: Path, read: (answer: unknown) => string): string {
  return useStore(path, (store) => read(store.value(path)));
}

/** Whether the field at `path` is asked and starred, and what is wrong with it. */
export function useStatus(path: Path): FieldStatus {
  const key = keyOf(path);
  return useStore(path, (store) => store.status(key));
}

/** The names of the rows of the list at `path`. */
export function useRows(path: Path): readonly number[] {
  return useStore(path, (store) => {
    const rows = store.value(path);
    return store.rowKeys.of(path, Array.isArray(rows) ? rows.length : 0);
  });
}

function useStore<T>(path: Path, read: (store: SectionStore) => T): T {
  const { store } = useEngine();
  const key = keyOf(path);
  const subscribe = useCallback((listener: () => void) => store.subscribe(key, listener), [store, key]);
  return useSyncExternalStore(subscribe, () => read(store));
}
