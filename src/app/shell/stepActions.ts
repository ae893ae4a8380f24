import { createContext, type ReactNode, useContext, useLayoutEffect, useRef } from 'react';
import type { PanelNotes } from '../ui/Accordion';

/** A step's progress. Sections are identified by their anchors. */
export interface StepProgress {
  done: readonly string[];
  notes?: Readonly<Record<string, PanelNotes>>;
  /** Sections with errors. */
  wrong?: readonly string[];
  current?: string;
  /** True if the applicant has left the review with Next. */
  isReviewed?: boolean;
  hasErrors?: boolean;
}

/** Lets a page use its shell, which renders the heading, step list and footer button. */
export interface StepActions {
  /** Sets the button's action. Returns a function that removes it. */
  register(submit: () => Promise<void>): () => void;
  setProgress(progress: StepProgress): void;
  setNextButton(messages: NextButtonMessages): void;
}

/** The button's description, and its labels before and during the action. */
export interface NextButtonMessages {
  note?: ReactNode;
  label?: string;
  atWork?: string;
  /** True if the button only opens the next part of the step. */
  isForward?: boolean;
}

export const StepActionsContext = createContext<StepActions>({
  register: () => () => undefined,
  setProgress: () => undefined,
  setNextButton: () => undefined,
});

/** Returns the shell's actions. They do nothing outside a shell. */
export function useStepActions(): StepActions {
  return useContext(StepActionsContext);
}

/** Registers `submit` while mounted. The button calls the latest one. */
export function useStepSubmit(submit: () => Promise<void>): void {
  const { register } = useStepActions();
  const latest = useRef(submit);
  latest.current = submit;
  // A layout effect, so that it runs before the button is painted.
  useLayoutEffect(() => register(() => latest.current()), [register]);
}
