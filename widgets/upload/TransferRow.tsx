import { Box } from '@chakra-ui/react/box';
import { lazy, type ReactNode, Suspense, useId, useState } from 'react';
import texts from '../../schemas/texts/widgets.json';
import { fillText } from '../../src/model/fillText';
import { Input } from '../parts/controls';
import { shortName } from './accepts';
import type { Transfer } from './useTransfers';

const UploadProgress = lazy(async () => ({ default: (await import('./UploadProgress')).UploadProgress }));

interface TransferRowProps {
  transfer: Transfer;
  onCancel(): void;
  /** `password` opens a locked file. */
  onRetry(password?: string): void;
}

/** A file on its way, with how far it is; or what kept it from arriving. */
export function TransferRow({ transfer, onCancel, onRetry }: TransferRowProps) {
  return (
    <li className="rp-transfer" data-failed={transfer.message === undefined ? undefined : ''}>
      {transfer.message === undefined ? (
        <Underway transfer={transfer} onCancel={onCancel} />
      ) : (
        <Failed transfer={transfer} onCancel={onCancel} onRetry={onRetry} />
      )}
    </li>
  );
}

function Underway({ transfer: { file, share }, onCancel }: Omit<TransferRowProps, 'onRetry'>) {
  const words = texts.upload;
  const percent = Math.round(share * 100);
  return (
    <>
      <span className="rp-transfer-name" title={file.name}>
        {fillText(words.uploading, { name: shortName(file.name) })}
      </span>
      <Suspense fallback={<Box flex="1 1 8rem" />}>
        <UploadProgress label={fillText(words.uploading, { name: file.name })} percent={percent} />
      </Suspense>
      <span aria-hidden="true">{fillText(words.percent, { n: percent })}</span>
      <Act label={fillText(words.cancelLabel, { name: file.name })} onClick={onCancel}>
        {words.cancel}
      </Act>
    </>
  );
}

function Failed({ transfer: { file, message, isUnfit, isLocked }, onCancel, onRetry }: TransferRowProps) {
  const words = texts.upload;
  return (
    <>
      <span className="rp-transfer-name" title={file.name}>
        {shortName(file.name)}
      </span>
      <p className="rp-error" role="alert">
        {message}
      </p>
      {isLocked && <FilePassword name={file.name} onPassword={onRetry} />}
      {!isUnfit && !isLocked && (
        <Act label={fillText(words.retryLabel, { name: file.name })} onClick={() => onRetry()}>
          {words.retry}
        </Act>
      )}
      <Act label={fillText(words.dismissLabel, { name: file.name })} onClick={onCancel}>
        {words.dismiss}
      </Act>
    </>
  );
}

/** Asks for what opens a locked file. It stands in a form of its own section, which Enter must not send. */
function FilePassword({ name, onPassword }: { name: string; onPassword(password: string): void }) {
  const id = useId();
  const [password, setPassword] = useState('');
  const words = texts.upload;
  const open = () => password && onPassword(password);
  return (
    <div className="rp-transfer-password">
      <label htmlFor={id}>{fillText(words.password, { name })}</label>
      <Input
        id={id}
        type="password"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={words.passwordMax}
        value={password}
        onChange={({ target }) => setPassword(target.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Enter') return;
          event.preventDefault();
          open();
        }}
      />
      <Act label={fillText(words.openLabel, { name })} onClick={open}>
        {words.open}
      </Act>
    </div>
  );
}

/** `label` says aloud of which file it is. */
function Act({ label, onClick, children }: { label: string; onClick(): void; children: ReactNode }) {
  return (
    <button type="button" className="rp-button" aria-label={label} onClick={onClick}>
      {children}
    </button>
  );
}
