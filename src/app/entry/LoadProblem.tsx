import texts from '../../../schemas/texts/entry.json';
import type { ApiError } from '../../api/apiError';
import { fillText } from '../../model/fillText';
import { Banner } from '../ui/Banner';
import { Button } from '../ui/Button';

interface LoadProblemProps {
  error: Error;
  onRetry(): void;
}

/** In place of a form that could not be fetched. */
export function LoadProblem({ error, onRetry }: LoadProblemProps) {
  return (
    <Banner kind="error" title={texts.registration.loadFailed}>
      <p>{error.message}</p>
      <div className="rp-buttons">
        <Button onClick={onRetry}>{texts.registration.retry}</Button>
      </div>
    </Banner>
  );
}

/** What the applicant reads of a refused call: the server's words, with the wait when there were too many tries, else `fallback`. */
export function messageOf(error: ApiError, fallback: string): string {
  if (error.status === 429 && error.retryAfter) return fillText(texts.login.tooMany, { seconds: error.retryAfter });
  return error.message || fallback;
}
