import { runWorker } from './runWorker';

const DEADLINE_MS = 30_000;

/** A HEIC photograph as JPEG, decoded in a bounded worker; undefined when it cannot be decoded. */
export async function convertHeic(content: Buffer): Promise<Buffer | undefined> {
  try {
    return Buffer.from(await runWorker<Uint8Array>('heic', content, DEADLINE_MS));
  } catch {
    // Whatever the decoder dislikes, the applicant's file is what is wrong.
    return undefined;
  }
}
