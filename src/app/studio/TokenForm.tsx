import { type FormEvent, useId, useState } from 'react';
import texts from '../../../schemas/texts/studio.json';
import { Button } from '../ui/Button';

const said = texts.page;

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
