import texts from '../../../schemas/texts/steps.json';
import type { ApiError } from '../../api/apiError';
import { toast } from '../ui/toasts';

/** 'Saving failed', and why. */
export function tellSaveFailed(reasons: readonly string[]): void {
  toast('error', [texts.savingFailed, ...reasons].join('. '));
}

/** True when the server has given its verdict; otherwise the same save may still have taken effect. */
export function isAnswered({ status }: ApiError): boolean {
  return status >= 400 && status < 500 && status !== 408;
}
