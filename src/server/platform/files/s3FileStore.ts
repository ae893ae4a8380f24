import type { S3Client } from '@aws-sdk/client-s3';
import type { Config } from '../config';
import { FileMissing, StorageUnavailable } from '../http/storageErrors';
import type { FileStore, StoredObject } from './fileStore';

/** Milliseconds per call. */
export const storageDeadline = 5_000;
const listDeadline = 20_000;
const MAX_ATTEMPTS = 4;

type Sdk = typeof import('@aws-sdk/client-s3');
type Send = <T>(
  what: string,
  within: number,
  work: (sdk: Sdk, s3: S3Client, signal: AbortSignal) => Promise<T>,
) => Promise<T>;

export function createS3FileStore(settings: NonNullable<Config['s3']>, deadline = storageDeadline): FileStore {
  const Bucket = settings.bucket;
  const send = createSend(settings, deadline);
  return {
    write: (Key, Body) =>
      send('PUT', deadline, async (sdk, s3, abortSignal) => {
        await s3.send(new sdk.PutObjectCommand({ Bucket, Key, Body, ContentLength: Body.length }), { abortSignal });
      }),
    read: (Key) =>
      send('GET', deadline, async (sdk, s3, abortSignal) => {
        const { Body } = await s3.send(new sdk.GetObjectCommand({ Bucket, Key }), { abortSignal });
        return Buffer.from((await Body?.transformToByteArray()) ?? []);
      }),
    remove: (Key) =>
      send('DELETE', deadline, async (sdk, s3, abortSignal) => {
        await s3.send(new sdk.DeleteObjectCommand({ Bucket, Key }), { abortSignal });
      }).catch(ignoreMissing),
    async *list() {
      for (let token: string | undefined, isFirst = true; isFirst || token; isFirst = false) {
        const page = await listPage(send, Bucket, token);
        yield* page.objects;
        token = page.next;
      }
    },
  };
}

interface Page {
  objects: StoredObject[];
  next?: string;
}

function listPage(send: Send, Bucket: string, ContinuationToken: string | undefined): Promise<Page> {
  return send('list', listDeadline, async (sdk, s3, abortSignal) => {
    const answer = await s3.send(new sdk.ListObjectsV2Command({ Bucket, ContinuationToken }), { abortSignal });
    const objects = (answer.Contents ?? []).map(({ Key = '', LastModified = new Date(0) }) => ({
      name: Key,
      writtenAt: LastModified,
    }));
    return { objects, next: answer.NextContinuationToken };
  });
}

/** Limits each call's time. After a timeout, calls fail immediately for a while. */
function createSend(settings: NonNullable<Config['s3']>, deadline: number): Send {
  let connected: Promise<[Sdk, S3Client]> | undefined;
  // Shared by all calls, so a request with several files times out only once.
  let pausedUntil = 0;
  return async (what, within, work) => {
    if (Date.now() < pausedUntil) throw new StorageUnavailable("The object store didn't respond a moment ago");
    connected ??= connect(settings);
    const [sdk, s3] = await connected;
    const signal = AbortSignal.timeout(within);
    try {
      // An aborted signal doesn't interrupt the reading of a response.
      return await Promise.race([work(sdk, s3, signal), rejectOn(signal)]);
    } catch (cause) {
      if (signal.aborted) pausedUntil = Date.now() + deadline / 2;
      throw toStorageError(cause, what);
    }
  };
}

async function connect({
  endpoint,
  region,
  accessKeyId,
  secretAccessKey,
}: NonNullable<Config['s3']>): Promise<[Sdk, S3Client]> {
  const sdk = await import('@aws-sdk/client-s3');
  const s3 = new sdk.S3Client({
    region,
    endpoint,
    // Outside AWS, the bucket is part of the URL's path.
    forcePathStyle: endpoint !== undefined,
    credentials: accessKeyId && secretAccessKey ? { accessKeyId, secretAccessKey } : undefined,
    maxAttempts: MAX_ATTEMPTS,
    // Off, because not every service supports AWS checksums.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
  });
  return [sdk, s3];
}

function rejectOn(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason), { once: true }));
}

function toStorageError(cause: unknown, what: string): Error {
  const { name, $metadata } = cause as { name?: string; $metadata?: { httpStatusCode?: number } };
  const status = $metadata?.httpStatusCode;
  if (status === 404 && name !== 'NoSuchBucket') return new FileMissing(what);
  const answer = status ? `responded with ${status} to` : "didn't respond to";
  return new StorageUnavailable(`The object store ${answer} ${what}`, { cause });
}

function ignoreMissing(cause: unknown): void {
  if (!(cause instanceof FileMissing)) throw cause;
}
