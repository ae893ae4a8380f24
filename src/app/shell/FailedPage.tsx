import { Grid } from '@chakra-ui/react/grid';
import { useEffect, useState } from 'react';
import texts from '../../../schemas/texts/shell.json';
import { Button } from '../ui/Button';
import { Loader } from '../ui/Skeleton';
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
      <p className="rp-frame__lead">{error.message}</p>
      <Button variant="primary" onClick={onRetry}>
        {texts.failed.retry}
      </Button>
    </Frame>
  );
}

const PATIENCE = 3_000;

/** Shown while a page's guards are fetched; after 3 seconds it says so and offers a way out (spec 000, section 9). */
export function SlowLoader() {
  const [isSlow, setSlow] = useState(false);
  // The clock is outside React.
  useEffect(() => {
    const timer = setTimeout(() => setSlow(true), PATIENCE);
    return () => clearTimeout(timer);
  }, []);
  if (!isSlow) return <Loader />;
  return (
    <Grid justifyItems="center">
      <Loader text={texts.loader.slow} />
      <Button onClick={() => window.location.reload()}>{texts.loader.reload}</Button>
    </Grid>
  );
}
