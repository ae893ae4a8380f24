import { useEffect } from 'react';
import { useLocation } from 'react-router-dom';
import { parsePointer } from '../../model/answers/paths';
import type { SectionController } from './sectionController';

/** Router state that's set by a link for editing one answer. */
export interface EditState {
  edited: { section: string; pointer: string };
}

/** Focuses the answer that the applicant chose to edit on the review. */
export function useEditedAnswer(controller: SectionController): void {
  const { state } = useLocation();
  useEffect(() => {
    if (!isEditState(state)) return;
    const { section, pointer } = state.edited;
    // Waits until the page's heading has taken the focus.
    const timer = setTimeout(() => controller.focus(section, parsePointer(pointer)));
    return () => clearTimeout(timer);
  }, [state, controller]);
}

function isEditState(state: unknown): state is EditState {
  return typeof state === 'object' && state !== null && 'edited' in state;
}
