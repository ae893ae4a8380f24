import { Input } from '@chakra-ui/react/input';
import { type FormEvent, useEffect, useState } from 'react';
import { ApiError } from '../../api/apiError';
import { logOutOfStudio, useStudio, useStudioSession } from '../../api/studio';
import type { StudioSession } from '../../contract/studio';
import { useMessages } from '../../messages/useMessages';
import { fillText } from '../../model/messages/fillText';
import { tabStorage } from '../session/safeStorage';
import { useTitle } from '../shell/PageHeading';
import { Banner } from '../ui/Banner';
import { Button } from '../ui/Button';
import { FieldRow } from '../ui/FieldRow';
import { Skeleton } from '../ui/Skeleton';
import { Root } from './parts';
import { EnterStudio, StudioLogin } from './StudioLogin';
import { StudioWorkspace } from './StudioWorkspace';

export function StudioPage() {
  const messages = useMessages('studio').page;
  useTitle(messages.title);
  const [token, setToken] = useState(operatorToken.read);
  const { data, error, mutate } = useStudio(token);
  const session = useStudioSession();
  // The token is in the URL's fragment. Browsers don't send the fragment to the server.
  const [link, setLink] = useState(() => window.location.hash.slice(1));
  useEffect(() => {
    const { pathname, search, hash } = window.location;
    if (hash) window.history.replaceState(window.history.state, '', pathname + search);
  }, []);
  const enter = (next: StudioSession) => {
    setLink('');
    void session.mutate(next, { revalidate: false }).then(() => mutate());
  };
  const leave = () => void logOutOfStudio().finally(() => session.mutate(undefined));
  const known = session.error ? undefined : session.data;
  if (link)
    return (
      <Root kind="gate">
        <h1>{messages.login}</h1>
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
      <h1>{messages.heading}</h1>
      {!error && <Skeleton fields={4} />}
      {error instanceof ApiError && error.status === 401 && <StudioLogin />}
      {error instanceof ApiError && error.status === 401 && <TokenForm isWrong={token !== ''} onOpen={open} />}
      {error && error.status !== 401 && (
        <Banner kind="error" title={fillText(messages.failed, { reason: error.message })}>
          <Button onClick={() => void mutate()}>{messages.retry}</Button>
        </Banner>
      )}
    </Root>
  );
}

const KEY = 'studio.operator';

const operatorToken = {
  read: () => String(tabStorage.read(KEY) ?? ''),
  keep: (token: string) => tabStorage.write(KEY, token),
};

function TokenForm({ isWrong, onOpen }: { isWrong: boolean; onOpen(token: string): void }) {
  const messages = useMessages('studio').page;
  const [token, setToken] = useState('');
  function open(event: FormEvent) {
    event.preventDefault();
    if (token.trim()) onOpen(token.trim());
  }
  return (
    <form onSubmit={open} noValidate>
      <FieldRow label={messages.token} help={messages.tokenHelp} error={isWrong ? messages.wrongToken : undefined}>
        {(control) => (
          <Input
            {...control}
            type="password"
            autoComplete="off"
            value={token}
            onChange={(event) => setToken(event.target.value)}
          />
        )}
      </FieldRow>
      <Button variant="primary" type="submit">
        {messages.open}
      </Button>
    </form>
  );
}
