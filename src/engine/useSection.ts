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
import type { FormChange, FormServices, SectionFormContext } from '../model/formContext';
import { keyOf } from '../model/paths';
import { wordsTurn } from '../model/translate';
import type { Answers, Checker, Context, FieldError, Path, ServedSection, Verdict } from '../model/types';
import { createFieldIds, focusAt, focusFirst } from './createFieldIds';
import { createFormActions, startingAnswers } from './createFormActions';
import { createSectionStore } from './createSectionStore';
import type { Engine } from './Engine';
import { drawnPath, type Place } from './uiOptions';

/** What the app may do to a section form from outside. */
export interface SectionHandle {
  /** Judges what is there, shows every message and puts the focus on the first field that has one. */
  submit(options?: { keepFocus?: boolean }): Verdict;
  /** Puts the focus on the control at `path`, or on what is drawn nearest above it. */
  focus(path: Path): void;
  /** Answers as typed, the text still held in a field included. */
  answers(): Answers;
  /** Writes several answers in one change. */
  write(changes: readonly FormChange[]): void;
  /** Starts anew from these answers. */
  replace(answers: Answers): void;
}

export interface SectionFormProps {
  section: ServedSection;
  checker: Checker;
  context: Context;
  /** The same object from one render to the next, else every field is drawn again. */
  services: FormServices;
  initial: Answers;
  /** `live` checks at every change, `debounced` a second after the last one (spec 002 §5). */
  mode: 'live' | 'debounced';
  readonly?: boolean;
  /** Shown at their fields until that field changes. */
  serverErrors?: FieldError[];
  /** Every change, with the answers as typed. */
  onChange?(answers: Answers): void;
  /** After each check. */
  onCheck?(verdict: Verdict): void;
  ref?: Ref<SectionHandle>;
}

const DEBOUNCE = 1000;

/** All that one section form runs on, kept from its first render on and updated by later props. */
export function useSection(props: SectionFormProps): Engine {
  const latest = useRef(props);
  const [core] = useState(() => createCore(props, () => latest.current));
  const { context, services, readonly = false, serverErrors, section, ref } = props;
  useLayoutEffect(() => {
    latest.current = props;
  });
  // The store lives outside React: it learns of what the app knows anew.
  useEffect(() => core.store.setContext(context), [core, context]);
  useEffect(() => core.store.setServerErrors(serverErrors ?? []), [core, serverErrors]);
  useEffect(() => core.store.stop, [core]);
  useImperativeHandle(ref, () => core.handle, [core]);
  useKeptFocus(section.name);
  return useMemo(() => {
    const formContext: SectionFormContext = { section: section.name, context, services, form: core.form, readonly };
    // Widgets are promised `formContext` only; RJSF's own registry is not there in a flat form.
    return { ...core, formContext, registry: { formContext } as unknown as Registry };
  }, [core, section.name, context, services, readonly]);
}

function createCore(props: SectionFormProps, latest: () => SectionFormProps) {
  const { section, checker, context, initial, mode } = props;
  const place: Place = section;
  const ids = createFieldIds(section.name);
  const store = createSectionStore({
    place,
    checker,
    context,
    answers: startingAnswers(section.schema, section.ui, initial),
    delay: mode === 'live' ? 0 : DEBOUNCE,
    onChange: (answers) => latest().onChange?.(answers),
    onCheck: (verdict) => latest().onCheck?.(verdict),
  });
  const actions = createFormActions(
    place,
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
      const verdict = store.submit();
      if (!keepFocus) focusFirst(verdict.errors.map(({ path }) => ids.of(drawnPath(place, path))));
      return verdict;
    },
    answers: store.answers,
    focus: (path: Path) => focusNear(ids.of, drawnPath(place, path)),
    write: store.write,
    replace: (answers: SectionFormProps['initial']) =>
      store.replace(startingAnswers(section.schema, section.ui, answers)),
  };
  return { place, ids, store, actions, form, handle };
}

/** Focuses the field at `path`, or what is drawn nearest above it. */
function focusNear(idOf: (path: Path) => string, path: Path): void {
  for (let depth = path.length; depth > 0; depth--) if (focusAt(idOf(path.slice(0, depth)))) return;
}

/** Props of a form that goes on from what was typed when a schema file was saved meanwhile. */
export function useTypedSoFar(props: SectionFormProps): SectionFormProps {
  const typed = useRef<{ name: string; answers: Answers }>(undefined);
  const { onChange } = props;
  const { name } = props.section;
  return {
    ...props,
    initial: typed.current?.name === name ? typed.current.answers : props.initial,
    onChange(answers) {
      typed.current = { name, answers };
      onChange?.(answers);
    },
  };
}

/** Which control had the focus in a form that was taken away, on which page, and where the caret stood in it. */
interface Focused {
  id: string;
  from: number | null;
  to: number | null;
  page: string;
}

const left = new Map<string, Focused>();

/** A form that starts anew under the applicant's hands has the focus and the caret where they were, so that no key is lost. */
function useKeptFocus(section: string): void {
  useLayoutEffect(() => {
    const last = left.get(section);
    left.delete(section);
    if (last?.page === location.pathname && document.activeElement === document.body) putBack(last);
    // React runs this before it takes the form out of the page.
    return () => {
      const { activeElement: focused } = document;
      if (!focused?.id.startsWith(`${section}_`)) return;
      const { selectionStart: from, selectionEnd: to } = isTyped(focused) ? focused : NO_CARET;
      left.set(section, { id: focused.id, from, to, page: location.pathname });
    };
  }, [section]);
}

const NO_CARET = { selectionStart: null, selectionEnd: null };

function isTyped(control: Element | null): control is HTMLInputElement | HTMLTextAreaElement {
  return control instanceof HTMLInputElement || control instanceof HTMLTextAreaElement;
}

function putBack({ id, from, to }: Focused): void {
  const control = document.getElementById(id);
  control?.focus({ preventScroll: true });
  if (isTyped(control) && from !== null) control.setSelectionRange(from, to);
}

const texts = new WeakMap<ServedSection, string>();

/** All that a section asks and says, written once for each that was served, and a number for the words that the engine says. */
export function useText(section: ServedSection): string {
  const turn = useSyncExternalStore(wordsTurn.subscribe, wordsTurn.read);
  const text = texts.get(section) ?? JSON.stringify(section);
  texts.set(section, text);
  return `${turn} ${text}`;
}
