import { Flex } from '@chakra-ui/react/flex';
import { Image } from '@chakra-ui/react/image';
import { Spinner } from '@chakra-ui/react/spinner';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { ApiError, isDefinite, toApiError } from '../../api/apiError';
import { saveScan } from '../../api/scan';
import { pageMessages, useMessages } from '../../messages/useMessages';
import { ocrFields } from '../../model/license/licenseFields';
import { hasRole } from '../../model/section/documentTypes';
import { Banner } from '../ui/Banner';
import { Button } from '../ui/Button';
import { Actions, Outline } from './parts';
import { isPictureName, openReader, type ReadyPicture, readyPicture } from './picture';
import { type Scan, useScan } from './scanContext';

interface CaptureProps {
  documentId: number;
  cameraPage: string;
  onSaved(): void;
}

const OPEN_DELAY_MS = 500;

export function Capture({ documentId, cameraPage, onSaved }: CaptureProps) {
  const messages = useMessages('scan').capture;
  const { go } = useScan();
  const { preview, problem, take } = useCapture(documentId, onSaved);
  const input = useRef<HTMLInputElement>(null);
  useOpening(input, preview === undefined);
  return (
    <>
      {problem && <Banner kind="error" title={problem} />}
      {preview ? (
        <figure>
          {preview.url && (
            <Image src={preview.url} alt={messages.preview} width="100%" marginTop="4" borderRadius="card" />
          )}
          <Flex as="figcaption" role="status" align="center" gap="3" marginTop="4">
            <Spinner aria-hidden="true" />
            {messages.uploading}
          </Flex>
        </figure>
      ) : (
        <Outline isBack={hasRole('identityBack', documentId)} />
      )}
      <Actions hidden={preview !== undefined}>
        <Button variant="primary" onClick={() => go(cameraPage)}>
          {messages.camera}
        </Button>
        <label className="rp-button">
          {messages.choose}
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
      </Actions>
    </>
  );
}

/** Opens the file chooser. Browsers allow this only after a tap. */
function useOpening(input: React.RefObject<HTMLInputElement | null>, isWanted: boolean): void {
  const wanted = useRef(isWanted);
  useEffect(() => {
    if (!wanted.current) return undefined;
    const timer = setTimeout(() => {
      if (navigator.userActivation?.isActive !== false) input.current?.click();
    }, OPEN_DELAY_MS);
    return () => clearTimeout(timer);
  }, [input]);
}

interface Preview {
  /** Undefined until the picture is ready, or if this browser can't display it. */
  url?: string;
}

interface Capturing {
  preview: Preview | undefined;
  problem: string | undefined;
  take(file: File): Promise<void>;
}

function useCapture(documentId: number, onSaved: () => void): Capturing {
  const messages = useMessages('scan').capture;
  const scan = useScan();
  const [left] = useState(() => scan.carried.picture);
  const [preview, setPreview] = useState<Preview | undefined>(left && {});
  const [problem, setProblem] = useState<string>();
  useRevoked(preview?.url);

  async function take(file: File): Promise<void> {
    setProblem(undefined);
    if (!isPictureName(file.name)) return setProblem(messages.wrongFormat);
    setPreview({});
    try {
      const picture = await readyPicture(file).catch((cause) => {
        throw new Error(messages.convertFailed, { cause });
      });
      if (picture.jpeg) setPreview({ url: URL.createObjectURL(picture.jpeg) });
      await send(scan, documentId, picture);
      scan.saved(documentId);
      onSaved();
    } catch (cause) {
      setPreview(undefined);
      if (cause instanceof ApiError && cause.status === 401) return scan.expire();
      setProblem(problemMessage(cause, /\.heic$/i.test(file.name)));
    }
  }

  const takeLeft = useEffectEvent(() => {
    const { picture } = scan.carried;
    scan.carried.picture = undefined;
    if (picture) void take(picture);
  });
  // Uses the picture from the camera page.
  useEffect(() => takeLeft(), []);
  return { preview, problem, take };
}

async function send({ key, carried }: Scan, documentId: number, { dataUrl, jpeg }: ReadyPicture): Promise<void> {
  const isBack = hasRole('identityBack', documentId);
  const barcode = isBack ? (carried.barcode ?? (jpeg && (await readStill(jpeg)))) : undefined;
  const fields = isBack ? ocrFields(barcode, pageMessages('scan').ocr) : [];
  try {
    await saveScan(key, { file: dataUrl, documentId, barcode, fields });
  } catch (cause) {
    const error = toApiError(cause);
    // An earlier attempt uploaded the picture, but its success wasn't reported.
    if (error.code === 'alreadyUploaded' && carried.unanswered === documentId) return;
    if (!isDefinite(error)) carried.unanswered = documentId;
    throw cause;
  }
}

function problemMessage(cause: unknown, isHeic: boolean): string {
  const messages = pageMessages('scan').capture;
  if (!(cause instanceof ApiError)) return cause instanceof Error ? cause.message : messages.saveFailed;
  if (cause.status === 0) return messages.uploadFailed;
  if (cause.code === 'fileDamaged') return isHeic ? messages.convertFailed : messages.saveFailed;
  if (cause.status >= 500 || !cause.code) return messages.saveFailed;
  return cause.message;
}

function useRevoked(url: string | undefined): void {
  useEffect(() => (url ? () => URL.revokeObjectURL(url) : undefined), [url]);
}

const MAX_MS = 12_000;
const EFFORT = { decodes: 30, turned: true };

/** Returns a barcode's text. Undefined if none is found within 12 seconds. */
async function readStill(picture: Blob): Promise<string | undefined> {
  const reader = openReader();
  const timer = setTimeout(reader.close, MAX_MS);
  try {
    return await reader.read(await createImageBitmap(picture), EFFORT);
  } catch {
    // The server reads the barcode instead.
    return undefined;
  } finally {
    clearTimeout(timer);
    reader.close();
  }
}
