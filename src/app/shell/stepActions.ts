import { createContext, type ReactNode, useContext, useLayoutEffect, useRef } from 'react';
import type { PanelNotes } from '../ui/Accordion';

/** Panels are identified by their anchors. */
export interface StepProgress {
  done: readonly string[];
  notes?: Readonly<Record<string, PanelNotes>>;
  wrong?: readonly string[];
  current?: string;
  /** True if the applicant has left the review with Next. */
  isReviewed?: boolean;
  hasErrors?: boolean;
}

export interface StepActions {
  /** Sets the button's action. Returns a function that removes it. */
  register(submit: () => Promise<void>): () => void;
  setProgress(progress: StepProgress): void;
  setNextButton(messages: NextButtonMessages): void;
}

/** `atWork` is the label while the action runs. */
export interface NextButtonMessages {
  note?: ReactNode;
  /** Shown beside the button: the title of the section or step that it opens. */
  destination?: string;
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

/** The actions do nothing outside a shell. */
export function useStepActions(): StepActions {
  return useContext(StepActionsContext);
}

/** Registers `submit` while mounted. The button calls the latest `submit`. */
export function useStepSubmit(submit: () => Promise<void>): void {
  const { register } = useStepActions();
  const latest = useRef(submit);
  latest.current = submit;
  // A layout effect, so that it runs before the button is painted.
  useLayoutEffect(() => register(() => latest.current()), [register]);
}
