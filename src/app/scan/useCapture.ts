import { useEffect, useEffectEvent, useState } from 'react';
import texts from '../../../schemas/texts/scan.json';
import { ApiError, isAnswered, toApiError } from '../../api/apiError';
import { saveScan } from '../../api/scan';
import { ocrFields } from '../../model/ocrFields';
import { isPictureName, type ReadyPicture, readyPicture } from './picture';
import { readStill } from './readStill';
import { type Scan, useScan } from './scanContext';
import { BACK } from './scanFlow';

interface Preview {
  /** Undefined where this browser cannot draw the picture. */
  url?: string;
}

export interface Capturing {
  /** The picture that is being sent; taken away when that fails. */
  preview: Preview | undefined;
  problem: string | undefined;
  take(file: File): Promise<void>;
}

/** Sends one picture of this document; one that the camera page left is sent at once. */
export function useCapture(documentId: number, onSaved: () => void): Capturing {
  const scan = useScan();
  const [left] = useState(() => scan.carried.picture);
  const [preview, setPreview] = useState<Preview | undefined>(left && {});
  const [problem, setProblem] = useState<string>();
  useRevoked(preview?.url);

  async function take(file: File): Promise<void> {
    setProblem(undefined);
    if (!isPictureName(file.name)) return setProblem(texts.capture.wrongFormat);
    setPreview({});
    try {
      const picture = await readyPicture(file).catch((cause) => {
        throw new Error(texts.capture.convertFailed, { cause });
      });
      if (picture.jpeg) setPreview({ url: URL.createObjectURL(picture.jpeg) });
      await send(scan, documentId, picture);
      scan.saved(documentId);
      onSaved();
    } catch (cause) {
      setPreview(undefined);
      if (cause instanceof ApiError && cause.status === 401) return scan.expire();
      setProblem(problemOf(cause, /\.heic$/i.test(file.name)));
    }
  }

  const takeLeft = useEffectEvent(() => {
    const { picture } = scan.carried;
    scan.carried.picture = undefined;
    if (picture) void take(picture);
  });
  // The camera page has left a picture outside React.
  useEffect(() => takeLeft(), []);
  return { preview, problem, take };
}

async function send({ key, carried }: Scan, documentId: number, { dataUrl, jpeg }: ReadyPicture): Promise<void> {
  const barcode = documentId === BACK ? (carried.barcode ?? (jpeg && (await readStill(jpeg)))) : undefined;
  const fields = documentId === BACK ? ocrFields(barcode) : [];
  try {
    await saveScan(key, { file: dataUrl, documentId, barcode, fields });
  } catch (cause) {
    const error = toApiError(cause);
    // What is there already is what was sent before, when its answer was lost.
    if (error.code === 'alreadyUploaded' && carried.unanswered === documentId) return;
    if (!isAnswered(error)) carried.unanswered = documentId;
    throw cause;
  }
}

/** What is said: the server's own words where it refuses the picture, the specification's for what just went wrong. */
function problemOf(cause: unknown, isHeic: boolean): string {
  if (!(cause instanceof ApiError)) return cause instanceof Error ? cause.message : texts.capture.saveFailed;
  if (cause.status === 0) return texts.capture.uploadFailed;
  if (cause.code === 'fileDamaged') return isHeic ? texts.capture.convertFailed : texts.capture.saveFailed;
  if (cause.status >= 500 || !cause.code) return texts.capture.saveFailed;
  return cause.message;
}

/** Frees the preview's memory when it goes. */
function useRevoked(url: string | undefined): void {
  // An object URL lives outside React.
  useEffect(() => (url ? () => URL.revokeObjectURL(url) : undefined), [url]);
}
