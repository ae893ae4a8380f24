import { onFault, runWorker } from './runWorker';

const DEADLINE_MS = 30_000;

/** A HEIC photograph of `account` as JPEG, decoded in a bounded worker; undefined when it cannot be. Throws the queue's refusals. */
export async function convertHeic(content: Buffer, account: string): Promise<Buffer | undefined> {
  const task = { name: 'heic', content, deadlineMs: DEADLINE_MS, account };
  const jpeg = await runWorker<Uint8Array>(task).catch(onFault(undefined));
  return jpeg && Buffer.from(jpeg);
}
