import texts from '../../../schemas/texts/entry.json';
import type { ApiError } from '../../api/apiError';
import { fillText } from '../../model/fillText';

/** What the applicant is told of a refused call: the server's words, with the wait when there were too many tries, else `fallback`. */
export function messageOf(error: ApiError, fallback: string): string {
  if (error.status === 429 && error.retryAfter) return fillText(texts.login.tooMany, { seconds: error.retryAfter });
  return error.message || fallback;
}
