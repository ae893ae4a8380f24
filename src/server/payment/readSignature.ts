import { fileTypeFromBuffer } from 'file-type';
import type { InspectedFile } from '../documents/inspectFile';
import { redrawPicture } from '../documents/redrawPicture';

const DATA_URL = /^data:image\/(?:png|jpeg);base64,([A-Za-z0-9+/]+={0,2})$/;
const MOST_CHARACTERS = 700_000;

/** The picture in the data URL of `account`'s signature, drawn anew; undefined when it is too large, no picture, or has nothing on it. */
export async function readSignature(url: unknown, account: string): Promise<InspectedFile | undefined> {
  if (typeof url !== 'string' || url.length > MOST_CHARACTERS) return undefined;
  const content = Buffer.from(DATA_URL.exec(url)?.[1] ?? '', 'base64');
  const mime = (await fileTypeFromBuffer(content))?.mime ?? '';
  const drawn = await redrawPicture({ content, mime, account, isDrawing: true });
  return 'refusal' in drawn || drawn.isPlain ? undefined : drawn;
}
