import { useState } from 'react';
import texts from '../../../schemas/texts/studio.json';
import { ApiError } from '../../api/apiError';
import { useStudio } from '../../api/studio';
import { fillText } from '../../model/fillText';
import { useTitle } from '../shell/useTitle';
import { Banner } from '../ui/Banner';
import { Button } from '../ui/Button';
import { Skeleton } from '../ui/Skeleton';
import { operatorToken } from './operatorToken';
import { StudioDesk } from './StudioDesk';
import { TokenForm } from './TokenForm';
import '../shell/frame.css';
import './studio.css';

const said = texts.page;

/** For those who edit schemas/: any section under any settings. Nothing here is saved. */
export function StudioPage() {
  useTitle(said.title);
  const [token, setToken] = useState(operatorToken.read);
  const { data, error, mutate } = useStudio(token);
  if (data) return <StudioDesk choices={data} token={token} onChange={() => void mutate()} />;
  const open = (next: string) => {
    operatorToken.keep(next);
    setToken(next);
  };
  return (
    <main id="main" className="st-page st-gate">
      <h1>{said.heading}</h1>
      {!error && <Skeleton lines={4} />}
      {error instanceof ApiError && error.status === 401 && <TokenForm isWrong={token !== ''} onOpen={open} />}
      {error && error.status !== 401 && (
        <Banner kind="error" title={fillText(said.failed, { reason: error.message })}>
          <Button onClick={() => void mutate()}>{said.retry}</Button>
        </Banner>
      )}
    </main>
  );
}
