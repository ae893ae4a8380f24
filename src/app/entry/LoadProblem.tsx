import texts from '../../../schemas/texts/entry.json';
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
