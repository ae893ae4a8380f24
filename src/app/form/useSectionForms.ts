import { useMemo, useState } from 'react';
import type { SummaryError } from '../../engine/ErrorSummary';
import type { StepAnswers } from '../../model/body';
import type { Context, Path, ServedSection } from '../../model/types';
import {
  createSectionController,
  createSectionListeners,
  type Findings,
  type SectionListener,
} from './sectionController';
import { summaryLines } from './summaryLines';

export interface SectionForms {
  /** What a section's form reports to; the same from one render to the next. */
  listen(section: string): SectionListener;
  /** The answers of all sections, or undefined when something is wrong: then the summary shows. */
  submit(): StepAnswers | undefined;
  /** Shows what the server found. */
  refuse(findings: Findings): void;
  focus(section: string, path: Path): void;
  serverErrors: Findings;
  /** Empty until something was refused; goes as the fields are mended. */
  lines: SummaryError[];
  /** A new one for each refusal, so that the summary takes the focus again. */
  attempt: number;
}

/** The section forms of a page, sent together. */
export function useSectionForms(sections: readonly ServedSection[], context: Context): SectionForms {
  const [controller] = useState(() => createSectionController(() => context));
  const [found, setFound] = useState<Findings>({});
  const [serverErrors, setServerErrors] = useState<Findings>({});
  const [attempt, setAttempt] = useState(0);
  const listen = useMemo(() => createSectionListeners({ controller, setFound }), [controller]);
  const refuse = (findings: Findings) => {
    setFound(findings);
    setAttempt((count) => count + 1);
  };
  return {
    listen,
    submit() {
      const verdicts = sections.map(({ name }) => [name, controller.submit(name)] as const);
      const errors = Object.fromEntries(verdicts.map(([name, verdict]) => [name, verdict?.errors ?? []]));
      if (Object.values(errors).every((list) => list.length === 0)) {
        setAttempt(0);
        return Object.fromEntries(verdicts.map(([name, verdict]) => [name, verdict?.answers ?? {}]));
      }
      refuse(errors);
      return undefined;
    },
    refuse(findings) {
      setServerErrors(findings);
      refuse(findings);
    },
    focus: controller.focus,
    serverErrors,
    lines: attempt
      ? sections.flatMap((section) => summaryLines(section, found[section.name] ?? [], controller.focus))
      : [],
    attempt,
  };
}
