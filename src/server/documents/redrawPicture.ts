import { documentBounds } from '../../model/documents';
import { onFault, runWorker } from './runWorker';

export interface Picture {
  content: Buffer;
  mime: string;
  extension: string;
  /** 150×150 JPEG, for pictures. */
  thumbnail?: Buffer;
  /** Every pixel is like the others; said of a drawing only. */
  isPlain?: boolean;
}

interface Source {
  content: Buffer;
  mime: string;
  /** Whose picture it is: accounts take turns. */
  account: string;
  /** Somebody drew it, so that it may have nothing on it. */
  isDrawing?: boolean;
}

type Format = 'jpeg' | 'png' | 'webp';

const KEPT_AS: Record<string, Format> = {
  'image/jpeg': 'jpeg',
  'image/png': 'png',
  'image/webp': 'webp',
};
const EXTENSION: Record<Format, string> = { jpeg: 'jpg', png: 'png', webp: 'webp' };
const THUMBNAIL = 150;
const DEADLINE_MS = 15_000;

type Answer = { content: Uint8Array; thumbnail: Uint8Array; isPlain: boolean } | { refusal: 'tooLarge' };

/**
 * Decodes a picture in a bounded worker and draws it anew: turned upright, without EXIF or anything appended. A format we do not keep
 * (GIF, SVG, TIFF …) is 'wrongType', one with too long a side or too many pixels (schemas/definitions/documents.json) 'tooLarge', one that cannot be
 * decoded in time 'damaged'. Throws the queue's refusals.
 */
export async function redrawPicture({
  content,
  mime,
  account,
  isDrawing = false,
}: Source): Promise<Picture | { refusal: 'wrongType' | 'tooLarge' | 'damaged' }> {
  const format = KEPT_AS[mime];
  if (!format) return { refusal: 'wrongType' };
  const { side: mostSide, pixels: mostPixels } = documentBounds;
  const options = { format, mostSide, mostPixels, thumbnail: THUMBNAIL, judgesPlain: isDrawing };
  const task = { name: 'picture', content, deadlineMs: DEADLINE_MS, account, options };
  const drawn = await runWorker<Answer>(task).catch(onFault({ refusal: 'damaged' } as const));
  if ('refusal' in drawn) return drawn;
  return {
    content: Buffer.from(drawn.content),
    mime: `image/${format}`,
    extension: EXTENSION[format],
    thumbnail: Buffer.from(drawn.thumbnail),
    isPlain: drawn.isPlain,
  };
}
