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
 * Returns how long to wait after too many attempts. Otherwise returns the server's message, or `fallback` if it's
 * empty.
 */
export function refusalMessage(error: ApiError, fallback: string): string {
  if (error.status === 429 && error.retryAfter)
    return fillText(pageMessages('entry').login.tooMany, { seconds: error.retryAfter });
  return error.message || fallback;
}
