import { Box } from '@chakra-ui/react/box';
import { lazy, type ReactNode, Suspense, useId, useState } from 'react';
import { useMessages } from '../../src/messages/useMessages';
import { fillText } from '../../src/model/messages/fillText';
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

export function TransferRow({ transfer, onCancel, onRetry }: TransferRowProps) {
  return (
    <li className="rp-transfer" data-failed={transfer.message === undefined ? undefined : ''}>
      {transfer.message === undefined ? (
        <PendingTransfer transfer={transfer} onCancel={onCancel} />
      ) : (
        <Failed transfer={transfer} onCancel={onCancel} onRetry={onRetry} />
      )}
    </li>
  );
}

function PendingTransfer({ transfer: { file, share }, onCancel }: Omit<TransferRowProps, 'onRetry'>) {
  const { upload } = useMessages('widgets');
  const percent = Math.round(share * 100);
  return (
    <>
      <span className="rp-transfer-name" title={file.name}>
        {fillText(upload.uploading, { name: shortName(file.name) })}
      </span>
      <Suspense fallback={<Box flex="1 1 8rem" />}>
        <UploadProgress label={fillText(upload.uploading, { name: file.name })} percent={percent} />
      </Suspense>
      <span aria-hidden="true">{fillText(upload.percent, { n: percent })}</span>
      <TransferButton label={fillText(upload.cancelLabel, { name: file.name })} onClick={onCancel}>
        {upload.cancel}
      </TransferButton>
    </>
  );
}

function Failed({ transfer: { file, message, isFileRejected, isLocked }, onCancel, onRetry }: TransferRowProps) {
  const { upload } = useMessages('widgets');
  return (
    <>
      <span className="rp-transfer-name" title={file.name}>
        {shortName(file.name)}
      </span>
      <p className="rp-error" role="alert">
        {message}
      </p>
      {isLocked && <FilePassword name={file.name} onPassword={onRetry} />}
      {!isFileRejected && !isLocked && (
        <TransferButton label={fillText(upload.retryLabel, { name: file.name })} onClick={() => onRetry()}>
          {upload.retry}
        </TransferButton>
      )}
      <TransferButton label={fillText(upload.dismissLabel, { name: file.name })} onClick={onCancel}>
        {upload.dismiss}
      </TransferButton>
    </>
  );
}

/** Enter must not submit the section's form. */
function FilePassword({ name, onPassword }: { name: string; onPassword(password: string): void }) {
  const id = useId();
  const [password, setPassword] = useState('');
  const { upload } = useMessages('widgets');
  const open = () => password && onPassword(password);
  return (
    <div className="rp-transfer-password">
      <label htmlFor={id}>{fillText(upload.password, { name })}</label>
      <Input
        id={id}
        type="password"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={upload.passwordMax}
        value={password}
        onChange={({ target }) => setPassword(target.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Enter') return;
          event.preventDefault();
          open();
        }}
      />
      <TransferButton label={fillText(upload.openLabel, { name })} onClick={open}>
        {upload.open}
      </TransferButton>
    </div>
  );
}

function TransferButton({ label, onClick, children }: { label: string; onClick(): void; children: ReactNode }) {
  return (
    <button type="button" className="rp-button" aria-label={label} onClick={onClick}>
      {children}
    </button>
  );
}
