import { useEffect, useRef } from 'react';
import texts from '../../../schemas/texts/scan.json';
import { Banner } from '../ui/Banner';
import { Button } from '../ui/Button';
import { useScan } from './scanContext';
import { useCapture } from './useCapture';

interface CaptureProps {
  documentId: number;
  /** The page below the scan's address that has the camera. */
  cameraPage: string;
  onSaved(): void;
}

const OPENS_AFTER_MS = 500;

/** Takes one picture, from the camera page or from the phone's own chooser, which opens by itself, and sends it. */
export function Capture({ documentId, cameraPage, onSaved }: CaptureProps) {
  const { go } = useScan();
  const { preview, problem, take } = useCapture(documentId, onSaved);
  const input = useRef<HTMLInputElement>(null);
  useOpening(input, preview === undefined);
  return (
    <>
      {problem && <Banner kind="error" title={problem} />}
      {preview ? (
        <figure className="sc-preview">
          {preview.url && <img src={preview.url} alt={texts.capture.preview} />}
          <figcaption role="status">
            <span className="ap-spinner" aria-hidden="true" />
            {texts.capture.uploading}
          </figcaption>
        </figure>
      ) : (
        <div className="sc-outline" aria-hidden="true" />
      )}
      <div className="sc-actions" hidden={preview !== undefined}>
        <Button variant="primary" onClick={() => go(cameraPage)}>
          {texts.capture.camera}
        </Button>
        <label className="rp-button">
          {texts.capture.choose}
          <input
            ref={input}
            className="rp-unseen"
            type="file"
            accept="image/*,.heic"
            onChange={({ currentTarget }) => {
              const [file] = currentTarget.files ?? [];
              currentTarget.value = '';
              if (file) void take(file);
            }}
          />
        </label>
      </div>
    </>
  );
}

/** Opens the chooser half a second after the page, where the browser lets a page do so: after a tap. */
function useOpening(input: React.RefObject<HTMLInputElement | null>, isWanted: boolean): void {
  const wanted = useRef(isWanted);
  // The chooser is the browser's.
  useEffect(() => {
    if (!wanted.current) return undefined;
    const timer = setTimeout(() => {
      if (navigator.userActivation?.isActive !== false) input.current?.click();
    }, OPENS_AFTER_MS);
    return () => clearTimeout(timer);
  }, [input]);
}
