import { createContext, type ReactNode, useContext, useLayoutEffect, useRef } from 'react';

/** How far the page is: the anchors that are done, the one being filled in, and whether an error summary stands on the page. */
export interface StepProgress {
  done: readonly string[];
  current?: string;
  hasErrors?: boolean;
}

/**
 * What the shell lends to the page within it. The shell draws the heading, the step list with its anchors (links to
 * `{route}#{anchor}`: the page opens the section that the location's hash names) and the footer button.
 */
export interface StepActions {
  /** Hands over the page's submit, which the footer button and the tab of a later step call; answers its taking back. */
  register(submit: () => Promise<void>): () => void;
  setProgress(progress: StepProgress): void;
  /** What is said of the footer's button. */
  setPress(words: PressWords): void;
}

/** What a press does, said next to the button, and what the button reads while it is at work. */
export interface PressWords {
  note?: ReactNode;
  atWork?: string;
}

export const StepActionsContext = createContext<StepActions>({
  register: () => () => undefined,
  setProgress: () => undefined,
  setPress: () => undefined,
});

/** The shell's part; outside a shell it does nothing. It stays the same while a step is shown. */
export function useStepActions(): StepActions {
  return useContext(StepActionsContext);
}

/** Registers `submit` for as long as the page is shown; the latest one is called. */
export function useStepSubmit(submit: () => Promise<void>): void {
  const { register } = useStepActions();
  const latest = useRef(submit);
  latest.current = submit;
  // The footer button lies outside the page, in the shell: it comes with the page, not after it.
  useLayoutEffect(() => register(() => latest.current()), [register]);
}
