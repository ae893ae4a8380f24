import texts from '../../../schemas/texts/steps.json';
import { toast } from '../ui/toasts';

/** 'Saving failed', and why. */
export function tellSaveFailed(reasons: readonly string[]): void {
  toast('error', [texts.savingFailed, ...reasons].join('. '));
}
