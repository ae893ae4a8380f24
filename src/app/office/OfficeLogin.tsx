import { QRCodeSVG } from 'qrcode.react';
import { type ReactNode, useEffect, useState } from 'react';
import texts from '../../../schemas/texts/office.json';
import { askForLink, beginFactor, enterOffice, giveCode } from '../../api/office';
import type { OfficeSession } from '../../contract/office';
import { PageHeading } from '../shell/PageHeading';
import { Banner } from '../ui/Banner';
import { Button } from '../ui/Button';
import { FieldRow } from '../ui/FieldRow';
import { useSubmit } from '../ui/useSubmit';

const { login, factor } = texts;

function Gate({ title, children }: { title: string; children: ReactNode }) {
  return (
    <main id="main" tabIndex={-1} className="of-page of-gate">
      <PageHeading title={title}>{title}</PageHeading>
      {children}
    </main>
  );
}

/** Asks for the address that the link is mailed to. */
export function LoginForm() {
  const [email, setEmail] = useState('');
  const { error, isDone, submit } = useSubmit(() => askForLink(email.trim()));
  return (
    <Gate title={login.title}>
      <p className="ap-lead">{login.lead}</p>
      {isDone ? (
        <Banner kind="success" title={login.sent} />
      ) : (
        <form onSubmit={submit} noValidate>
          <FieldRow label={login.email} error={error}>
            {(control) => (
              <input
                {...control}
                type="email"
                autoComplete="email"
                value={email}
                onChange={(event) => setEmail(event.target.value)}
              />
            )}
          </FieldRow>
          <Button variant="primary" type="submit" disabled={!email.includes('@')}>
            {login.send}
          </Button>
        </form>
      )}
    </Gate>
  );
}

interface EnterProps {
  token: string;
  onEnter(session: OfficeSession): void;
  onOther(): void;
}

/** The link's one use waits for a press: programs that look at mail open links, too. */
export function EnterForm({ token, onEnter, onOther }: EnterProps) {
  const { error, submit } = useSubmit(async () => onEnter(await enterOffice(token)));
  return (
    <Gate title={login.title}>
      {error ? (
        <Banner kind="error" title={login.used}>
          <Button onClick={onOther}>{login.send}</Button>
        </Banner>
      ) : (
        <form onSubmit={submit}>
          <p className="ap-lead">{login.enter}</p>
          <Button variant="primary" type="submit">
            {login.continue}
          </Button>
        </form>
      )}
    </Gate>
  );
}

/** The second factor: set up the first time, its code each time. */
export function FactorForm({ session, onEnter }: { session: OfficeSession; onEnter(session: OfficeSession): void }) {
  const isNew = session.factor === 'setUp';
  const [code, setCode] = useState('');
  const { error, submit } = useSubmit(async () => onEnter(await giveCode(code)));
  return (
    <Gate title={isNew ? factor.setUpTitle : factor.codeTitle}>
      {isNew && <NewFactor />}
      <form onSubmit={submit} noValidate>
        <FieldRow label={factor.code} error={error}>
          {(control) => (
            <input
              {...control}
              inputMode="numeric"
              autoComplete="one-time-code"
              maxLength={6}
              value={code}
              onChange={(event) => setCode(event.target.value.replace(/\D/g, ''))}
            />
          )}
        </FieldRow>
        <Button variant="primary" type="submit" disabled={code.length !== 6}>
          {factor.confirm}
        </Button>
      </form>
    </Gate>
  );
}

function NewFactor() {
  const [made, setMade] = useState<{ secret: string; uri: string }>();
  // The secret is the server's, made once for this page.
  useEffect(() => {
    let isGone = false;
    beginFactor().then(
      (next) => !isGone && setMade(next),
      () => undefined,
    );
    return () => {
      isGone = true;
    };
  }, []);
  return (
    <>
      <p className="ap-lead">{factor.setUp}</p>
      {made && (
        <div className="of-factor">
          <QRCodeSVG value={made.uri} size={192} marginSize={2} title={factor.picture} />
          <p>
            {factor.key}: <code translate="no">{made.secret}</code>
          </p>
        </div>
      )}
    </>
  );
}
