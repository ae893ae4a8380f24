import { QRCodeSVG } from 'qrcode.react';
import { type ReactNode, useEffect, useState } from 'react';
import { useLocation } from 'react-router-dom';
import { logInToOffice, requestLoginLink, startFactorSetup, submitCode } from '../../api/office';
import type { OfficeSession } from '../../contract/office';
import { useMessages } from '../../messages/useMessages';
import { fillText } from '../../model/messages/fillText';
import type { Answers } from '../../model/types';
import { LanguageSwitch } from '../language/LanguageSwitch';
import { PageHeading } from '../shell/PageHeading';
import { Banner } from '../ui/Banner';
import { Button } from '../ui/Button';
import { useSubmit } from '../ui/usePending';
import { OfficeForm, readProblem } from './OfficeForm';
import { rememberPage } from './officeReturn';

function Gate({ title, children }: { title: string; children: ReactNode }) {
  return (
    <main id="main" tabIndex={-1} className="of-page of-gate">
      <PageHeading title={title}>{title}</PageHeading>
      {children}
      <footer className="of-foot">
        <LanguageSwitch />
      </footer>
    </main>
  );
}

export function LoginForm() {
  const login = useMessages('office').login;
  const [isSent, setSent] = useState(false);
  const { pathname, search } = useLocation();
  // Remembers the page, because the login link opens a new tab.
  useEffect(() => {
    if (pathname !== '/office/enter') rememberPage(pathname + search);
  }, [pathname, search]);
  const [error, send] = useSubmitted(async ({ email }) => {
    await requestLoginLink(String(email));
    setSent(true);
  });
  return (
    <Gate title={login.title}>
      <p className="rp-frame__lead">{login.lead}</p>
      {error && <Banner kind="error" title={error} />}
      {isSent ? (
        <Banner kind="success" title={login.sent} />
      ) : (
        <OfficeForm step="login" submit={login.send} onSubmit={send} />
      )}
    </Gate>
  );
}

function useSubmitted(call: (answers: Answers) => Promise<void>): [string, (answers: Answers) => Promise<void>] {
  const [error, setError] = useState('');
  async function send(answers: Answers) {
    setError('');
    await call(answers).catch((cause: unknown) => setError(readProblem(cause).message));
  }
  return [error, send];
}

interface AcceptLinkProps {
  token: string;
  onEnter(session: OfficeSession): void;
  onOther(): void;
}

/** Logs in with a link only after a click, because email scanners open links too. */
export function AcceptLinkForm({ token, onEnter, onOther }: AcceptLinkProps) {
  const login = useMessages('office').login;
  const { error, submit } = useSubmit(async () => onEnter(await logInToOffice(token)));
  return (
    <Gate title={login.title}>
      {error ? (
        <Banner kind="error" title={login.used}>
          <Button onClick={onOther}>{login.send}</Button>
        </Banner>
      ) : (
        <form onSubmit={submit}>
          <p className="rp-frame__lead">{login.enter}</p>
          <Button variant="primary" type="submit">
            {login.continue}
          </Button>
        </form>
      )}
    </Gate>
  );
}

export function FactorForm({ session, onEnter }: { session: OfficeSession; onEnter(session: OfficeSession): void }) {
  const factor = useMessages('office').factor;
  const isNew = session.factor === 'setUp';
  const [error, send] = useSubmitted(async ({ code }) => onEnter(await submitCode(String(code))));
  return (
    <Gate title={isNew ? factor.setUpTitle : factor.codeTitle}>
      {isNew && <NewFactor />}
      {error && <Banner kind="error" title={error} />}
      <OfficeForm step="code" submit={factor.confirm} onSubmit={send} />
    </Gate>
  );
}

function NewFactor() {
  const messages = useMessages('office');
  const { factor } = messages;
  const [made, setMade] = useState<{ secret: string; uri: string }>();
  const [failed, setFailed] = useState('');
  const [attempt, setAttempt] = useState(0);
  // Loads a new secret from the server.
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs again for each retry.
  useEffect(() => {
    let isGone = false;
    setFailed('');
    startFactorSetup().then(
      (next) => !isGone && setMade(next),
      (cause: unknown) => !isGone && setFailed(readProblem(cause).message),
    );
    return () => {
      isGone = true;
    };
  }, [attempt]);
  return (
    <>
      {failed && (
        <Banner kind="error" title={fillText(messages.failed, { reason: failed })}>
          <Button onClick={() => setAttempt(attempt + 1)}>{messages.retry}</Button>
        </Banner>
      )}
      <p className="rp-frame__lead">{factor.setUp}</p>
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
