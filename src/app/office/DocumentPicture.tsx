import { useEffect, useState } from 'react';
import { useMessages } from '../../messages/useMessages';
import { fillText } from '../../model/messages/fillText';

interface DocumentPictureProps {
  name: string;
  find(): Promise<string>;
  zoom: number;
}

export function DocumentPicture({ name, find, zoom }: DocumentPictureProps) {
  const messages = useMessages('office').application;
  const [address, setAddress] = useState<string>();
  const [hasFailed, setFailed] = useState(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new function would return the same file.
  useEffect(() => {
    let isGone = false;
    find().then(
      (next) => !isGone && setAddress(next),
      () => !isGone && setFailed(true),
    );
    return () => {
      isGone = true;
    };
  }, []);
  if (hasFailed) return <p className="rp-help">{messages.noPreview}</p>;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: only focused elements scroll with the keyboard.
    <div className="of-sheet" tabIndex={0}>
      {address && (
        <img
          src={address}
          alt={fillText(messages.preview, { name })}
          style={{ width: `${zoom * 100}%` }}
          onError={() => setFailed(true)}
        />
      )}
    </div>
  );
}
