import { QRCodeSVG } from 'qrcode.react';
import { type ReactNode, useEffect, useState } from 'react';
import texts from '../../../schemas/texts/office.json';
import { askForLink, beginFactor, enterOffice, giveCode } from '../../api/office';
import type { OfficeSession } from '../../contract/office';
import { fillText } from '../../model/fillText';
import type { Answers } from '../../model/types';
import { LanguageSwitch } from '../language/LanguageSwitch';
import { PageHeading } from '../shell/PageHeading';
import { Banner } from '../ui/Banner';
import { Button } from '../ui/Button';
import { useSubmit } from '../ui/usePending';
import { OfficeForm, problemOf } from './OfficeForm';

const { login, factor } = texts;

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

/** Asks for the address that the link is mailed to. */
export function LoginForm() {
  const [isSent, setSent] = useState(false);
  const [error, send] = useTried(async ({ email }) => {
    await askForLink(String(email));
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

/** Sends what a form of the log-in asked; what the server refused is said above it. */
function useTried(call: (answers: Answers) => Promise<void>): [string, (answers: Answers) => Promise<void>] {
  const [error, setError] = useState('');
  async function send(answers: Answers) {
    setError('');
    await call(answers).catch((cause: unknown) => setError(problemOf(cause).message));
  }
  return [error, send];
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
          <p className="rp-frame__lead">{login.enter}</p>
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
  const [error, send] = useTried(async ({ code }) => onEnter(await giveCode(String(code))));
  return (
    <Gate title={isNew ? factor.setUpTitle : factor.codeTitle}>
      {isNew && <NewFactor />}
      {error && <Banner kind="error" title={error} />}
      <OfficeForm step="code" submit={factor.confirm} onSubmit={send} />
    </Gate>
  );
}

function NewFactor() {
  const [made, setMade] = useState<{ secret: string; uri: string }>();
  const [failed, setFailed] = useState('');
  const [turn, setTurn] = useState(0);
  // The secret is the server's, made once for this page.
  // biome-ignore lint/correctness/useExhaustiveDependencies: another try is another turn.
  useEffect(() => {
    let isGone = false;
    setFailed('');
    beginFactor().then(
      (next) => !isGone && setMade(next),
      (cause: unknown) => !isGone && setFailed(problemOf(cause).message),
    );
    return () => {
      isGone = true;
    };
  }, [turn]);
  return (
    <>
      {failed && (
        <Banner kind="error" title={fillText(texts.failed, { reason: failed })}>
          <Button onClick={() => setTurn(turn + 1)}>{texts.retry}</Button>
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
