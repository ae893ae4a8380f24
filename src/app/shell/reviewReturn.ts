import { useEffect } from 'react';

// In the tab's storage, for the address loses everything but its anchor on the way through a step's panels.
const KEY = 'come-back-to-review';
const CHANGED = 'edit';

/** The next save of a step leads back to the review. */
export function comeBackToReview(): void {
  sessionStorage.setItem(KEY, CHANGED);
}

/** Whether a save leads back to the review; asking ends it. */
export function takeReviewReturn(): boolean {
  const isWanted = sessionStorage.getItem(KEY) !== null;
  sessionStorage.removeItem(KEY);
  return isWanted;
}

/** The way back leads through another step, which the save of `step` opened anew. False where nothing leads back to the review. */
export function passThroughReopened(step: string): boolean {
  const isWanted = sessionStorage.getItem(KEY) !== null;
  if (isWanted) sessionStorage.setItem(KEY, step);
  return isWanted;
}

/** What the page in front of the applicant is for: answers of it are changed, or the save of another step opened it anew. */
export function reviewErrand(): { reopenedBy?: string } | undefined {
  const kept = sessionStorage.getItem(KEY);
  if (kept === null) return undefined;
  return kept === CHANGED ? {} : { reopenedBy: kept };
}

/** The review is reached: nothing leads back to it any more. */
export function usePassedReview(): void {
  // Tied to the tab's storage.
  useEffect(() => sessionStorage.removeItem(KEY), []);
}
