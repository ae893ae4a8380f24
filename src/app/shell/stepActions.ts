import { createContext, type ReactNode, useContext, useLayoutEffect, useRef } from 'react';

export interface StepProgress {
  done: readonly string[];
  current?: string;
  hasErrors?: boolean;
}

/** What a page may do in its shell, which draws heading, step list and footer button. */
export interface StepActions {
  /** Returns a function that removes it. */
  register(submit: () => Promise<void>): () => void;
  setProgress(progress: StepProgress): void;
  setNextButton(messages: NextButtonMessages): void;
}

/** The button's description, and its label before and while running. */
export interface NextButtonMessages {
  note?: ReactNode;
  label?: string;
  atWork?: string;
}

export const StepActionsContext = createContext<StepActions>({
  register: () => () => undefined,
  setProgress: () => undefined,
  setNextButton: () => undefined,
});

/** Does nothing outside a shell. */
export function useStepActions(): StepActions {
  return useContext(StepActionsContext);
}

/** Registers `submit` while mounted. The latest one is called. */
export function useStepSubmit(submit: () => Promise<void>): void {
  const { register } = useStepActions();
  const latest = useRef(submit);
  latest.current = submit;
  // Before the button is painted.
  useLayoutEffect(() => register(() => latest.current()), [register]);
}
