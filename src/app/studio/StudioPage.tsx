import { type FormEvent, useId, useState } from 'react';
import texts from '../../../schemas/texts/studio.json';
import { ApiError } from '../../api/apiError';
import { useStudio } from '../../api/studio';
import { fillText } from '../../model/fillText';
import { useTitle } from '../shell/PageHeading';
import { Banner } from '../ui/Banner';
import { Button } from '../ui/Button';
import { Skeleton } from '../ui/Skeleton';
import { StudioWorkspace } from './StudioWorkspace';
import '../shell/frame.css';
import './studio.css';

const said = texts.page;

/** For those who edit schemas/: any section under any settings. Nothing here is saved. */
export function StudioPage() {
  useTitle(said.title);
  const [token, setToken] = useState(operatorToken.read);
  const { data, error, mutate } = useStudio(token);
  if (data) return <StudioWorkspace choices={data} token={token} onChange={() => void mutate()} />;
  const open = (next: string) => {
    operatorToken.keep(next);
    setToken(next);
  };
  return (
    <main id="main" className="st-page st-gate">
      <h1>{said.heading}</h1>
      {!error && <Skeleton fields={4} />}
      {error instanceof ApiError && error.status === 401 && <TokenForm isWrong={token !== ''} onOpen={open} />}
      {error && error.status !== 401 && (
        <Banner kind="error" title={fillText(said.failed, { reason: error.message })}>
          <Button onClick={() => void mutate()}>{said.retry}</Button>
        </Banner>
      )}
    </main>
  );
}

const KEY = 'studio.operator';

/** The operator's token for as long as this tab is open. */
export const operatorToken = {
  read: () => sessionStorage.getItem(KEY) ?? '',
  keep: (token: string) => sessionStorage.setItem(KEY, token),
};

/** Asks for the operator's token. */
export function TokenForm({ isWrong, onOpen }: { isWrong: boolean; onOpen(token: string): void }) {
  const id = useId();
  const [token, setToken] = useState('');
  function open(event: FormEvent) {
    event.preventDefault();
    if (token.trim()) onOpen(token.trim());
  }
  return (
    <form onSubmit={open} noValidate>
      <div className="rp-field" data-invalid={isWrong ? '' : undefined}>
        <label className="rp-label" htmlFor={id}>
          {said.token}
        </label>
        <p className="rp-help" id={`${id}-help`}>
          {said.tokenHelp}
        </p>
        {isWrong && (
          <p className="rp-error" id={`${id}-error`} role="alert">
            {said.wrongToken}
          </p>
        )}
        <input
          id={id}
          className="rp-control"
          type="password"
          autoComplete="off"
          aria-describedby={isWrong ? `${id}-help ${id}-error` : `${id}-help`}
          aria-invalid={isWrong}
          value={token}
          onChange={(event) => setToken(event.target.value)}
        />
      </div>
      <Button variant="primary" type="submit">
        {said.open}
      </Button>
    </form>
  );
}
