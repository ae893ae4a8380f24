import type { Dispatch, SetStateAction } from 'react';
import type { SectionHandle } from '../../engine/useSection';
import type { FormChange } from '../../model/formContext';
import type { Answers, Context, FieldError, Path, Verdict } from '../../model/types';
import type { DraftSaver } from './draftSaver';
import type { LoadedSection, Panel } from './panels';

/** The forms on the page as one: what they hold, and whether it is right. */
export interface SectionController {
  /** A section's form comes or, with null, goes. */
  attach(section: string, handle: SectionHandle | null): void;
  answers(section: LoadedSection): Answers;
  /** The verdict, without a word to the applicant. */
  check(section: LoadedSection): Verdict;
  /** The verdict on answers that the form does not hold. */
  judge(section: LoadedSection, answers: Answers): Verdict;
  isRight(panel: Panel): boolean;
  /** Shows every message of a panel; the focus stays with the summary above them. */
  show(panel: Panel): void;
  /** The verdict on a section, every message shown, the focus on the first; undefined while its form is not there. */
  submit(section: string): Verdict | undefined;
  /** Puts the focus on a field. */
  focus(section: string, path: Path): void;
  /** Writes several answers in one change; a form that is not there yet has nothing to write to. */
  write(section: string, changes: readonly FormChange[]): void;
  replace(section: LoadedSection, answers: Answers): void;
}

/** The controller of a page; a section whose form is not there yet counts with the answers it will start with. */
export function createSectionController(context: () => Context): SectionController {
  const handles = new Map<string, SectionHandle>();
  const answers = (section: LoadedSection) => handles.get(section.name)?.answers() ?? section.initial;
  const judge = (section: LoadedSection, given: Answers) => section.checker.check(given, context());
  const check = (section: LoadedSection) => judge(section, answers(section));
  return {
    attach(section, handle) {
      if (handle) handles.set(section, handle);
      else handles.delete(section);
    },
    answers,
    check,
    judge,
    isRight: ({ sections }) => sections.every((section) => check(section).errors.length === 0),
    show({ sections }) {
      for (const { name } of sections) handles.get(name)?.submit({ keepFocus: true });
    },
    submit: (section) => handles.get(section)?.submit(),
    focus: (section, path) => handles.get(section)?.focus(path),
    write: (section, changes) => handles.get(section)?.write(changes),
    replace: ({ name }, next) => handles.get(name)?.replace(next),
  };
}

/** What is wrong, by section. */
export type Findings = Record<string, FieldError[]>;

/** What a section's form reports to; its members never change, so that reporting draws nothing anew. */
export interface SectionListener {
  ref(handle: SectionHandle | null): void;
  onChange(answers: Answers): void;
  onCheck(verdict: Verdict): void;
}

interface Parts {
  controller: Pick<SectionController, 'attach'>;
  /** Where changes are kept as drafts, on pages that have any. */
  saver?: Pick<DraftSaver, 'change'>;
  setFound: Dispatch<SetStateAction<Findings>>;
  /** Takes what other questions may use of these answers. */
  learn?(section: string, answers: Answers): void;
}

/** One listener per section: changes go to the drafts, verdicts to what is known to be wrong. */
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
      onChange: (answers) => saver?.change(section, answers),
      onCheck({ answers, errors }) {
        learn?.(section, answers);
        setFound((found) => withErrors(found, section, errors));
      },
    };
    listeners.set(section, listener);
    return listener;
  };
}

/** The same object while nothing was and is wrong, so that a right answer draws nothing. */
function withErrors(found: Findings, section: string, errors: FieldError[]): Findings {
  const isClean = errors.length === 0 && !found[section]?.length;
  return isClean ? found : { ...found, [section]: errors };
}
