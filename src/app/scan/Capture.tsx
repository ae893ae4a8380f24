import { Flex } from '@chakra-ui/react/flex';
import { Image } from '@chakra-ui/react/image';
import { Spinner } from '@chakra-ui/react/spinner';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import texts from '../../../schemas/texts/scan.json';
import { ApiError, isAnswered, toApiError } from '../../api/apiError';
import { saveScan } from '../../api/scan';
import { isOf } from '../../model/documents';
import { ocrFields } from '../../model/ocrFields';
import { Banner } from '../ui/Banner';
import { Button } from '../ui/Button';
import { Actions, Outline } from './parts';
import { isPictureName, openReader, type ReadyPicture, readyPicture } from './picture';
import { type Scan, useScan } from './scanContext';

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
        <figure>
          {preview.url && (
            <Image src={preview.url} alt={texts.capture.preview} width="100%" marginTop="4" borderRadius="card" />
          )}
          <Flex as="figcaption" role="status" align="center" gap="3" marginTop="4">
            <Spinner aria-hidden="true" />
            {texts.capture.uploading}
          </Flex>
        </figure>
      ) : (
        <Outline />
      )}
      <Actions hidden={preview !== undefined}>
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
      </Actions>
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

interface Preview {
  /** Undefined where this browser cannot draw the picture. */
  url?: string;
}

interface Capturing {
  /** The picture that is being sent; taken away when that fails. */
  preview: Preview | undefined;
  problem: string | undefined;
  take(file: File): Promise<void>;
}

/** Sends one picture of this document; one that the camera page left is sent at once. */
function useCapture(documentId: number, onSaved: () => void): Capturing {
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
  const isBack = isOf('identityBack', documentId);
  const barcode = isBack ? (carried.barcode ?? (jpeg && (await readStill(jpeg)))) : undefined;
  const fields = isBack ? ocrFields(barcode) : [];
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

const MOST_MS = 12_000;
const EFFORT = { decodes: 30, turned: true };

/** The licence's text in a photograph at its full size; undefined when none is found in twelve seconds. */
async function readStill(picture: Blob): Promise<string | undefined> {
  const reader = openReader();
  const timer = setTimeout(reader.close, MOST_MS);
  try {
    return await reader.read(await createImageBitmap(picture), EFFORT);
  } catch {
    // A picture that this browser cannot hold is read by the server.
    return undefined;
  } finally {
    clearTimeout(timer);
    reader.close();
  }
}
