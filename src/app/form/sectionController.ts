import type { Dispatch, SetStateAction } from 'react';
import type { SectionHandle } from '../../engine/useSection';
import { createStore } from '../../model/createStore';
import type { FormChange } from '../../model/formContext';
import type { Answers, CheckResult, Context, FieldError, Path } from '../../model/types';
import type { DraftSaver } from './draftSaver';
import type { LoadedSection, Panel } from './panels';

export interface SectionController {
  attach(section: string, handle: SectionHandle | null): void;
  answers(section: LoadedSection): Answers;
  /** Validates without showing messages. */
  check(section: LoadedSection): CheckResult;
  checkAnswers(section: LoadedSection, answers: Answers): CheckResult;
  isValid(panel: Panel): boolean;
  /** Shows a panel's errors without moving the focus. */
  show(panel: Panel): void;
  /** Shows the section's errors and focuses the first one. Returns undefined if the form isn't mounted. */
  submit(section: string): CheckResult | undefined;
  focus(section: string, path: Path): void;
  /** Does nothing if the section's form isn't mounted. */
  write(section: string, changes: readonly FormChange[]): void;
  replace(section: LoadedSection, answers: Answers): void;
  notifyChange(): void;
  subscribe(listener: () => void): () => void;
}

/** Sections that aren't mounted use their initial answers. */
export function createSectionController(context: () => Context): SectionController {
  const handles = new Map<string, SectionHandle>();
  const changes = createStore(undefined);
  const answers = (section: LoadedSection) => handles.get(section.name)?.answers() ?? section.initial;
  const checkAnswers = (section: LoadedSection, given: Answers) => section.checker.check(given, context());
  const check = (section: LoadedSection) => checkAnswers(section, answers(section));
  return {
    attach(section, handle) {
      if (handle) handles.set(section, handle);
      else handles.delete(section);
    },
    answers,
    check,
    checkAnswers,
    isValid: ({ sections }) => sections.every((section) => check(section).errors.length === 0),
    show({ sections }) {
      for (const { name } of sections) handles.get(name)?.submit({ keepFocus: true });
    },
    submit: (section) => handles.get(section)?.submit(),
    focus: (section, path) => handles.get(section)?.focus(path),
    write: (section, changes) => handles.get(section)?.write(changes),
    replace: ({ name }, next) => handles.get(name)?.replace(next),
    notifyChange: () => changes.set(undefined),
    subscribe: changes.subscribe,
  };
}

export type SectionErrors = Record<string, FieldError[]>;

export interface SectionListener {
  ref(handle: SectionHandle | null): void;
  onChange(answers: Answers): void;
  onCheck(result: CheckResult): void;
}

interface Parts {
  controller: Pick<SectionController, 'attach' | 'notifyChange'>;
  saver?: Pick<DraftSaver, 'change'>;
  setFound: Dispatch<SetStateAction<SectionErrors>>;
  learn?(section: string, answers: Answers): void;
}

export function createSectionListeners({
  controller,
  saver,
  setFound,
  learn,
}: Parts): (section: string) => SectionListener {
  const listeners = new Map<string, SectionListener>();
  return (section) => {
    const listener = listeners.get(section) ?? {
      ref: (handle) => controller.attach(section, handle),
      onChange(answers) {
        saver?.change(section, answers);
        controller.notifyChange();
      },
      onCheck({ answers, errors }) {
        learn?.(section, answers);
        setFound((found) => withErrors(found, section, errors));
      },
    };
    listeners.set(section, listener);
    return listener;
  };
}

/** Returns the same object if the section had no errors and still has none, to avoid rerenders. */
function withErrors(found: SectionErrors, section: string, errors: FieldError[]): SectionErrors {
  const isClean = errors.length === 0 && !found[section]?.length;
  return isClean ? found : { ...found, [section]: errors };
}
