import { Grid } from '@chakra-ui/react/grid';
import { type ReactNode, useEffect, useState } from 'react';
import { useLocation } from 'react-router-dom';
import { useMessages } from '../../messages/useMessages';
import { Button } from '../ui/Button';
import { Loader } from '../ui/Skeleton';
import { stepAt } from './application';
import { Frame } from './Frame';
import { PageHeading } from './PageHeading';
import { StepSkeleton } from './StepSkeleton';

export function FailedPage({ error, onRetry }: { error: Error; onRetry(): void }) {
  const messages = useMessages('shell').failed;
  return (
    <Frame>
      <PageHeading title={messages.title}>{messages.title}</PageHeading>
      <p className="rp-frame__lead">{error.message}</p>
      <Button variant="primary" onClick={onRetry}>
        {messages.retry}
      </Button>
    </Frame>
  );
}

const SLOW_AFTER_MS = 3_000;

/** After 3 seconds, adds a button to reload the page (docs/spec/000.md, §9). */
export function SlowLoader() {
  const messages = useMessages('shell').loader;
  const [isSlow, setSlow] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setSlow(true), SLOW_AFTER_MS);
    return () => clearTimeout(timer);
  }, []);
  return (
    <PageLoader>
      {isSlow && (
        <Grid justifyItems="center">
          <Loader text={messages.slow} />
          <Button onClick={() => window.location.reload()}>{messages.reload}</Button>
        </Grid>
      )}
    </PageLoader>
  );
}

/** Shows a step's skeleton (docs/spec/002-income.md, §2), or a loader on other pages. */
export function PageLoader({ children }: { children?: ReactNode }) {
  const step = stepAt(useLocation().pathname);
  if (!step) return children || <Loader />;
  return (
    <Frame>
      {children}
      <StepSkeleton step={step} isPage />
    </Frame>
  );
}
