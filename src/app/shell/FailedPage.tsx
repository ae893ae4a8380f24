import texts from '../../../schemas/texts/shell.json';
import { Button } from '../ui/Button';
import { Frame } from './Frame';
import { PageHeading } from './PageHeading';

interface FailedPageProps {
  error: Error;
  onRetry(): void;
}

/** In place of a page that could not be fetched: what happened, and how to go on. */
export function FailedPage({ error, onRetry }: FailedPageProps) {
  return (
    <Frame>
      <PageHeading title={texts.failed.title}>{texts.failed.title}</PageHeading>
      <p className="ap-lead">{error.message}</p>
      <Button variant="primary" onClick={onRetry}>
        {texts.failed.retry}
      </Button>
    </Frame>
  );
}
