import { useMemo, useRef, useState } from 'react';
import type { SummaryError } from '../../engine/ErrorSummary';
import type { SectionHandle } from '../../engine/sectionProps';
import type { StepAnswers } from '../../model/body';
import type { FieldError, Path, ServedSection, Verdict } from '../../model/types';
import { summaryLines } from './summaryLines';

type Findings = Record<string, FieldError[]>;

/** What a section's form reports to; the same from one render to the next. */
export interface SectionPort {
  ref(handle: SectionHandle | null): void;
  onCheck(verdict: Verdict): void;
}

export interface SectionForms {
  port(section: string): SectionPort;
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
export function useSectionForms(sections: readonly ServedSection[]): SectionForms {
  const handles = useRef(new Map<string, SectionHandle>()).current;
  const [found, setFound] = useState<Findings>({});
  const [serverErrors, setServerErrors] = useState<Findings>({});
  const [attempt, setAttempt] = useState(0);
  const ports = useMemo(() => createPorts(handles, setFound), [handles]);
  const focus = (section: string, path: Path) => handles.get(section)?.focus(path);
  const refuse = (findings: Findings) => {
    setFound(findings);
    setAttempt((count) => count + 1);
  };
  return {
    port: ports,
    submit() {
      const verdicts = sections.map(({ name }) => [name, handles.get(name)?.submit()] as const);
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
    focus,
    serverErrors,
    lines: attempt ? sections.flatMap((section) => summaryLines(section, found[section.name] ?? [], focus)) : [],
    attempt,
  };
}

function createPorts(handles: Map<string, SectionHandle>, setFound: (next: (old: Findings) => Findings) => void) {
  const ports = new Map<string, SectionPort>();
  return (section: string): SectionPort => {
    const port = ports.get(section) ?? {
      ref(handle) {
        if (handle) handles.set(section, handle);
        else handles.delete(section);
      },
      onCheck: ({ errors }) => setFound((old) => ({ ...old, [section]: errors })),
    };
    ports.set(section, port);
    return port;
  };
}
