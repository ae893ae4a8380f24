import type { Ref } from 'react';
import type { FormChange, FormServices } from '../model/formContext';
import type { Answers, Checker, Context, FieldError, Path, ServedSection, Verdict } from '../model/types';

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
