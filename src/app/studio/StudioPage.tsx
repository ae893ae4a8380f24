import { Input } from '@chakra-ui/react/input';
import { type FormEvent, useEffect, useId, useState } from 'react';
import texts from '../../../schemas/texts/studio.json';
import { ApiError } from '../../api/apiError';
import { leaveStudio, useStudio, useStudioSession } from '../../api/studio';
import type { StudioSession } from '../../contract/studio';
import { fillText } from '../../model/fillText';
import { useTitle } from '../shell/PageHeading';
import { Banner } from '../ui/Banner';
import { Button } from '../ui/Button';
import { Skeleton } from '../ui/Skeleton';
import { Root } from './parts';
import { EnterStudio, StudioLogin } from './StudioLogin';
import { StudioWorkspace } from './StudioWorkspace';

const said = texts.page;

/** For those who edit schemas/: any section under any settings, and for who is logged in the ways to change it. */
export function StudioPage() {
  useTitle(said.title);
  const [token, setToken] = useState(operatorToken.read);
  const { data, error, mutate } = useStudio(token);
  const session = useStudioSession();
  // Behind the #, where no server sees it.
  const [link, setLink] = useState(() => window.location.hash.slice(1));
  // The address is the browser's: the link's token is taken out of it at once.
  useEffect(() => {
    const { pathname, search, hash } = window.location;
    if (hash) window.history.replaceState(window.history.state, '', pathname + search);
  }, []);
  const enter = (next: StudioSession) => {
    setLink('');
    void session.mutate(next, { revalidate: false }).then(() => mutate());
  };
  const leave = () => void leaveStudio().finally(() => session.mutate(undefined));
  const known = session.error ? undefined : session.data;
  if (link)
    return (
      <Root kind="gate">
        <h1>{said.login}</h1>
        <EnterStudio token={link} onEnter={enter} />
      </Root>
    );
  if (data && !session.isLoading)
    return (
      <StudioWorkspace choices={data} token={token} session={known} onLeave={leave} onChange={() => void mutate()} />
    );
  const open = (next: string) => {
    operatorToken.keep(next);
    setToken(next);
  };
  return (
    <Root kind="gate">
      <h1>{said.heading}</h1>
      {!error && <Skeleton fields={4} />}
      {error instanceof ApiError && error.status === 401 && <StudioLogin />}
      {error instanceof ApiError && error.status === 401 && <TokenForm isWrong={token !== ''} onOpen={open} />}
      {error && error.status !== 401 && (
        <Banner kind="error" title={fillText(said.failed, { reason: error.message })}>
          <Button onClick={() => void mutate()}>{said.retry}</Button>
        </Banner>
      )}
    </Root>
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
        <Input
          id={id}
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
