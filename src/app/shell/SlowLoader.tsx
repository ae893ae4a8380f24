import { useEffect, useState } from 'react';
import texts from '../../../schemas/texts/shell.json';
import { Button } from '../ui/Button';
import { Loader } from '../ui/Loader';

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
    <div className="ap-slow">
      <Loader text={texts.loader.slow} />
      <Button onClick={() => window.location.reload()}>{texts.loader.reload}</Button>
    </div>
  );
}
