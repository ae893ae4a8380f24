import type { Dispatch, SetStateAction } from 'react';
import type { SectionHandle } from '../../engine/sectionProps';
import type { Answers, FieldError, Verdict } from '../../model/types';
import type { DraftSaver } from './draftSaver';
import type { SectionDesk } from './sectionController';

/** What is wrong, by section. */
export type Findings = Record<string, FieldError[]>;

/** What a section's form reports to; its members never change, so that reporting draws nothing anew. */
export interface SectionListener {
  ref(handle: SectionHandle | null): void;
  onChange(answers: Answers): void;
  onCheck(verdict: Verdict): void;
}

interface Parts {
  desk: SectionDesk;
  saver: DraftSaver;
  setFound: Dispatch<SetStateAction<Findings>>;
  /** Takes what other questions may use of these answers. */
  learn(section: string, answers: Answers): void;
}

/** One listener per section: changes go to the drafts, verdicts to what is known to be wrong. */
export function createSectionListeners({ desk, saver, setFound, learn }: Parts): (section: string) => SectionListener {
  const listeners = new Map<string, SectionListener>();
  return (section) => {
    const listener = listeners.get(section) ?? {
      ref: (handle) => desk.attach(section, handle),
      onChange: (answers) => saver.change(section, answers),
      onCheck({ answers, errors }) {
        learn(section, answers);
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
