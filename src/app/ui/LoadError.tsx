import type { ApiError } from '../../api/apiError';
import { pageMessages, useMessages } from '../../messages/useMessages';
import { fillText } from '../../model/messages/fillText';
import { Banner } from '../ui/Banner';
import { Button } from '../ui/Button';

export function LoadError({ error, onRetry }: { error: Error; onRetry(): void }) {
  const messages = useMessages('entry').registration;
  return (
    <Banner kind="error" title={messages.loadFailed}>
      <p>{error.message}</p>
      <div className="rp-buttons">
        <Button onClick={onRetry}>{messages.retry}</Button>
      </div>
    </Banner>
  );
}

/**
 * After too many attempts, returns how long to wait, if known. Otherwise returns the error's message, or `fallback` if
 * it's empty.
 */
export function refusalMessage(error: ApiError, fallback: string): string {
  if (error.status === 429 && error.retryAfter) return describeWait(error.retryAfter);
  return error.message || fallback;
}

function describeWait(seconds: number): string {
  const { tooMany, tooManyForMinutes } = pageMessages('entry').login;
  if (seconds < 120) return fillText(tooMany, { seconds });
  return fillText(tooManyForMinutes, { minutes: Math.ceil(seconds / 60) });
}
