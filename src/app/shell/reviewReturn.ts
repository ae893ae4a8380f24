import { useEffect } from 'react';

// In the tab's storage, for the address loses everything but its anchor on the way through a step's panels.
const KEY = 'come-back-to-review';

/** The next save of a step leads back to the review. */
export function comeBackToReview(): void {
  sessionStorage.setItem(KEY, 'yes');
}

/** Whether a save leads back to the review; asking ends it. */
export function takeReviewReturn(): boolean {
  const isWanted = sessionStorage.getItem(KEY) === 'yes';
  sessionStorage.removeItem(KEY);
  return isWanted;
}

/** The review is reached: nothing leads back to it any more. */
export function usePassedReview(): void {
  // Tied to the tab's storage.
  useEffect(() => sessionStorage.removeItem(KEY), []);
}
