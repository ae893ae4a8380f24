import { fileTypeFromBuffer } from 'file-type';
import sharp from 'sharp';
import type { InspectedFile } from '../checks/inspectFile';
import { redrawPicture } from '../checks/redrawPicture';

const DATA_URL = /^data:image\/(?:png|jpeg);base64,([A-Za-z0-9+/]+={0,2})$/;
const MOST_CHARACTERS = 700_000;

/** The picture in a signature's data URL, drawn anew; undefined when it is too large, no picture, or has nothing on it. */
export async function readSignature(url: unknown): Promise<InspectedFile | undefined> {
  if (typeof url !== 'string' || url.length > MOST_CHARACTERS) return undefined;
  const content = Buffer.from(DATA_URL.exec(url)?.[1] ?? '', 'base64');
  const mime = (await fileTypeFromBuffer(content))?.mime ?? '';
  const drawn = await redrawPicture(content, mime);
  return 'refusal' in drawn || (await isBlank(drawn.content)) ? undefined : drawn;
}

async function isBlank(content: Buffer): Promise<boolean> {
  const { channels } = await sharp(content).stats();
  return channels.every(({ stdev }) => stdev === 0);
}
