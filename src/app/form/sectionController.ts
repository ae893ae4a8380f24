import type { SectionHandle } from '../../engine/sectionProps';
import type { FormChange } from '../../model/formContext';
import type { Answers, Context, Path, Verdict } from '../../model/types';
import type { LoadedSection, Panel } from './panels';

/** The forms on the page as one: what they hold, and whether it is right. */
export interface SectionDesk {
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
  /** Puts the focus on a field. */
  focus(section: string, path: Path): void;
  /** Writes several answers in one change; a form that is not there yet has nothing to write to. */
  write(section: string, changes: readonly FormChange[]): void;
  replace(section: LoadedSection, answers: Answers): void;
}

/** An empty desk; a section whose form is not there yet counts with the answers it will start with. */
export function createSectionDesk(context: () => Context): SectionDesk {
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
    focus: (section, path) => handles.get(section)?.focus(path),
    write: (section, changes) => handles.get(section)?.write(changes),
    replace: ({ name }, next) => handles.get(name)?.replace(next),
  };
}
