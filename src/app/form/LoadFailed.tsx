import texts from '../../../schemas/texts/steps.json';
import { Banner } from '../ui/Banner';
import { Button } from '../ui/Button';

interface LoadFailedProps {
  step: string;
  error: Error;
  onRetry(): void;
}

/** In place of a step that could not be fetched: the words of the specification, the reason, and a way on. */
export function LoadFailed({ step, error, onRetry }: LoadFailedProps) {
  const titles: Record<string, string> = texts.loadFailed;
  return (
    <Banner kind="error" title={titles[step] ?? texts.loadFailed.identification}>
      <p>{error.message}</p>
      <p>{texts.loadFailed.safe}</p>
      <Button onClick={onRetry}>{texts.loadFailed.retry}</Button>
    </Banner>
  );
}
