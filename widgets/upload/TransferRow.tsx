import type { ReactNode } from 'react';
import texts from '../../schemas/texts/widgets.json';
import { fillText } from '../../src/model/fillText';
import { shortName } from './accepts';
import type { Transfer } from './useTransfers';

interface TransferRowProps {
  transfer: Transfer;
  onCancel(): void;
  onRetry(): void;
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
      <progress aria-label={fillText(words.uploading, { name: file.name })} value={percent} max={100} />
      <span aria-hidden="true">{fillText(words.percent, { n: percent })}</span>
      <Act label={fillText(words.cancelLabel, { name: file.name })} onClick={onCancel}>
        {words.cancel}
      </Act>
    </>
  );
}

function Failed({ transfer: { file, message, refused }, onCancel, onRetry }: TransferRowProps) {
  const words = texts.upload;
  return (
    <>
      <span className="rp-transfer-name" title={file.name}>
        {shortName(file.name)}
      </span>
      <p className="rp-error" role="alert">
        {message}
      </p>
      {!refused && (
        <Act label={fillText(words.retryLabel, { name: file.name })} onClick={onRetry}>
          {words.retry}
        </Act>
      )}
      <Act label={fillText(words.dismissLabel, { name: file.name })} onClick={onCancel}>
        {words.dismiss}
      </Act>
    </>
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
