import { useEffect } from 'react';
import { useStepActions } from '../shell/stepActions';
import type { Panel } from './panels';

interface Progress {
  open: number;
  hasErrors: boolean;
  isDone(index: number): boolean;
}

/** Tells the shell's stepper which panels are done and which is open, and its heading whether something is wrong. */
export function useProgress(panels: readonly Panel[], { open, hasErrors, isDone }: Progress): void {
  const { setProgress } = useStepActions();
  const done = panels.filter((_, index) => isDone(index)).map(({ anchor }) => anchor);
  const current = panels[open]?.anchor;
  // The stepper lies outside the page, in the shell.
  // biome-ignore lint/correctness/useExhaustiveDependencies: `done` is a new list each time; its content counts.
  useEffect(() => setProgress({ done, current, hasErrors }), [setProgress, done.join(), current, hasErrors]);
  // The next page starts with a clean stepper.
  useEffect(() => () => setProgress({ done: [] }), [setProgress]);
}
