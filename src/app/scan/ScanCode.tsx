import { QRCodeSVG } from 'qrcode.react';
import { useState } from 'react';
import texts from '../../../schemas/texts/scan.json';
import type { ScanLink } from '../../api/scan';
import { fillText } from '../../model/fillText';
import { announce } from '../ui/announcements';
import { Button } from '../ui/Button';

interface ScanCodeProps {
  link: ScanLink;
  onCancel(): void;
}

const SIZE = 184;

/** The code, the same link to copy, how long it lasts, and a way to take it back. */
export function ScanCode({ link, onCancel }: ScanCodeProps) {
  const [isCopied, setCopied] = useState<boolean>();
  const address = new URL(link.path, window.location.origin).href;
  const copy = async () => {
    const isDone = await navigator.clipboard.writeText(address).then(
      () => true,
      () => false,
    );
    setCopied(isDone);
    if (isDone) announce(texts.panel.copied);
  };
  const time = new Intl.DateTimeFormat('en-US', { timeStyle: 'short' }).format(new Date(link.expires_at));
  return (
    <div className="sc-code">
      <QRCodeSVG value={address} size={SIZE} level="M" marginSize={2} title={texts.panel.code} />
      <div className="sc-code-actions">
        <Button onClick={copy}>{isCopied ? texts.panel.copied : texts.panel.copy}</Button>
        <Button variant="link" onClick={onCancel}>
          {texts.panel.stop}
        </Button>
      </div>
      {isCopied === false && (
        <label className="sc-link">
          {texts.panel.copyFailed}
          <input
            className="rp-control"
            readOnly
            value={address}
            onFocus={({ currentTarget }) => currentTarget.select()}
          />
        </label>
      )}
      <p className="sc-valid">{fillText(texts.panel.minutes, { time })}</p>
    </div>
  );
}
