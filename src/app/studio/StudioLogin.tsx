import { Input } from '@chakra-ui/react/input';
import { useState } from 'react';
import texts from '../../../schemas/texts/studio.json';
import { askForStudioLink, enterStudio } from '../../api/studio';
import type { StudioSession } from '../../contract/studio';
import { Banner } from '../ui/Banner';
import { Button } from '../ui/Button';
import { FieldRow } from '../ui/FieldRow';
import { useSubmit } from '../ui/usePending';

const said = texts.page;

/** Asks for the address that the link is mailed to. */
export function StudioLogin() {
  const [email, setEmail] = useState('');
  const { error, isDone, submit } = useSubmit(() => askForStudioLink(email.trim()));
  if (isDone) return <Banner kind="success" title={said.sent} />;
  return (
    <form onSubmit={submit} noValidate>
      <FieldRow label={said.email} help={said.loginLead} error={error}>
        {(control) => (
          <Input
            {...control}
            type="email"
            autoComplete="email"
            value={email}
            onChange={(event) => setEmail(event.target.value)}
          />
        )}
      </FieldRow>
      <Button variant="primary" type="submit" disabled={!email.includes('@')}>
        {said.send}
      </Button>
    </form>
  );
}

/** The link's one use waits for a press: programs that look at mail open links, too. */
export function EnterStudio({ token, onEnter }: { token: string; onEnter(session: StudioSession): void }) {
  const { error, submit } = useSubmit(async () => onEnter(await enterStudio(token)));
  if (error)
    return (
      <>
        <Banner kind="error" title={said.used} />
        <StudioLogin />
      </>
    );
  return (
    <form onSubmit={submit}>
      <p className="rp-frame__lead">{said.enter}</p>
      <Button variant="primary" type="submit">
        {said.continue}
      </Button>
    </form>
  );
}
