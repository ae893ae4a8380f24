import type { Registry } from '@rjsf/utils';
import {
  type Ref,
  useEffect,
  useImperativeHandle,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react';
import { keyOf } from '../model/answers/paths';
import type { FormChange, FormServices, SectionFormContext } from '../model/formContext';
import { liveFilesVersion } from '../model/messages/liveFiles';
import type { Answers, Checker, CheckResult, Context, FieldError, Path, ServedSection } from '../model/types';
import { createFieldIds, focusAt, focusFirst } from './createFieldIds';
import { createFormActions } from './createFormActions';
import { createSectionStore } from './createSectionStore';
import type { Engine } from './Engine';
import { ignoreOfferedRows, withoutOfferedRows } from './offeredRow';
import { startingAnswers } from './startingAnswers';
import { findControlPath } from './uiOptions';

export interface SectionHandle {
  /** Validates, shows all messages and focuses the first invalid field. */
  submit(options?: { keepFocus?: boolean }): CheckResult;
  focus(path: Path): void;
  answers(): Answers;
  write(changes: readonly FormChange[]): void;
  replace(answers: Answers): void;
}

export interface SectionFormProps {
  section: ServedSection;
  checker: Checker;
  context: Context;
  /** Must stay the same object, or every field rerenders. */
  services: FormServices;
  initial: Answers;
  /** `debounced`: validates one second after the last change (docs/spec/002-income.md). */
  mode: 'live' | 'debounced';
  readonly?: boolean;
  /** Each error is shown until its field changes. */
  serverErrors?: FieldError[];
  onChange?(answers: Answers): void;
  onCheck?(result: CheckResult): void;
  ref?: Ref<SectionHandle>;
}

const DEBOUNCE = 1000;

/** Creates a section's engine once. For another section, change the form's `key`. */
export function useSection(props: SectionFormProps): Engine {
  const latest = useRef(props);
  const [core] = useState(() => createCore(props, () => latest.current));
  const { context, services, readonly = false, serverErrors, section, ref } = props;
  const filesVersion = useSyncExternalStore(liveFilesVersion.subscribe, liveFilesVersion.read);
  useLayoutEffect(() => {
    latest.current = props;
  });
  // Runs before painting, so that new questions don't show with old conditions.
  useLayoutEffect(() => {
    const { checker, initial } = latest.current;
    if (core.store.place() === section) return;
    const forms = { place: section, checker: ignoreOfferedRows(section, checker) };
    core.store.setSection(forms, startingAnswers(section.schema, section.ui, initial));
  }, [core, section]);
  useEffect(() => core.store.setContext(context), [core, context]);
  useEffect(() => core.showServerErrors(serverErrors ?? []), [core, serverErrors]);
  useEffect(() => core.store.stop, [core]);
  useImperativeHandle(ref, () => core.handle, [core]);
  return useMemo(() => {
    const formContext: SectionFormContext = { section: section.name, context, services, form: core.form, readonly };
    // Safe, because widgets use only the registry's `formContext`.
    return { ...core, place: section, filesVersion, formContext, registry: { formContext } as unknown as Registry };
  }, [core, section, filesVersion, context, services, readonly]);
}

function createCore(props: SectionFormProps, latest: () => SectionFormProps) {
  const { section, checker, context, initial, mode } = props;
  const ids = createFieldIds(section.name);
  const store = createSectionStore({
    section: { place: section, checker: ignoreOfferedRows(section, checker) },
    context,
    answers: startingAnswers(section.schema, section.ui, initial),
    delay: mode === 'live' ? 0 : DEBOUNCE,
    startsOpen: (row) => latest().services.startsOpen?.(ids.of(row)) ?? false,
    onChange: (answers) => latest().onChange?.(withoutOfferedRows(store.place(), answers)),
    onCheck: (result) => latest().onCheck?.(result),
  });
  const actions = createFormActions(
    store,
    () => latest().services,
    () => latest().context,
  );
  const form: SectionFormContext['form'] = {
    answers: store.answers,
    subscribe: (listener, path = []) => store.subscribe(keyOf(path), listener),
    set: store.write,
    message: (path) => store.status(keyOf(path)).message,
    leave: store.touch,
    removeRow: store.removeRow,
    pathOf: ids.pathOf,
  };
  const handle = {
    submit({ keepFocus = false } = {}) {
      const result = store.submit();
      const wrong = result.errors.map(({ path }) => findControlPath(store.place(), path));
      // Opens rows in reverse, so that each list's first row with an error stays open.
      const wasFolded = [...wrong].reverse().map(store.reveal).includes(true);
      if (!keepFocus) onceOpen(wasFolded, () => focusFirst(wrong.map(ids.of)));
      return result;
    },
    answers: () => withoutOfferedRows(store.place(), store.answers()),
    focus(path: Path) {
      const drawn = findControlPath(store.place(), path);
      onceOpen(store.reveal(drawn), () => focusNear(ids.of, drawn));
    },
    write: store.write,
    replace(answers: SectionFormProps['initial']) {
      const { schema, ui } = store.place();
      store.replace(startingAnswers(schema, ui, answers));
    },
  };
  return { ids, store, actions, form, handle, showServerErrors };

  /** Opens the first row with an error in each list. */
  function showServerErrors(errors: readonly FieldError[]): void {
    store.setServerErrors(errors);
    for (const { path } of [...errors].reverse()) store.reveal(findControlPath(store.place(), path));
  }
}

function onceOpen(wasFolded: boolean, focus: () => void): void {
  if (wasFolded) setTimeout(focus, 0);
  else focus();
}

/** Focuses the field, or its nearest focusable parent. */
function focusNear(idOf: (path: Path) => string, path: Path): void {
  for (let depth = path.length; depth > 0; depth--) if (focusAt(idOf(path.slice(0, depth)))) return;
}
