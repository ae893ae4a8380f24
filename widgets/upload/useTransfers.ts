import { useEffect, useRef, useState } from 'react';
import { pageMessages } from '../../src/messages/useMessages';
import { PASSWORD_REFUSALS, type StoredDocument, type UploadRequest } from '../../src/model/formContext';
import { fillText } from '../../src/model/messages/fillText';

export interface Transfer {
  key: number;
  file: File;
  /** From 0 to 1. */
  share: number;
  /** The file to delete after the upload. */
  replaces?: StoredDocument;
  message?: string;
  /** True if the file was rejected before sending. Retrying can't help. */
  refused?: boolean;
  isLocked?: boolean;
  /** True if the applicant has to choose a different file. */
  isFileRejected?: boolean;
}

export interface Sending
  extends Pick<UploadRequest, 'onProgress' | 'signal' | 'password'>,
    Pick<Transfer, 'replaces'> {}

export type Send = (file: File, sending: Sending) => Promise<void>;

/** Uploads files one at a time. Failed uploads are kept until they're retried or removed. */
export function useTransfers(send: Send) {
  const [transfers, setTransfers] = useState<Transfer[]>([]);
  const controllers = useRef(new Map<number, AbortController>());
  const queue = useRef(Promise.resolve());
  const nextKey = useRef(0);

  useEffect(() => {
    const running = controllers.current;
    return () => {
      for (const controller of running.values()) controller.abort();
    };
  }, []);

  const patch = (key: number, change: Partial<Transfer>) =>
    setTransfers((before) => before.map((each) => (each.key === key ? { ...each, ...change } : each)));
  const drop = (key: number) => setTransfers((before) => before.filter((each) => each.key !== key));

  async function run({ key, file, replaces }: Transfer, password?: string): Promise<void> {
    const controller = controllers.current.get(key);
    if (!controller || controller.signal.aborted) return;
    try {
      const onProgress = (share: number) => patch(key, { share });
      await send(file, { onProgress, signal: controller.signal, password, replaces });
      drop(key);
    } catch (error) {
      if (!controller.signal.aborted) patch(key, { message: failureMessage(error, file), ...readFault(error) });
    }
  }

  function start(transfer: Transfer, password?: string): void {
    controllers.current.set(transfer.key, new AbortController());
    queue.current = queue.current.then(() => run(transfer, password));
  }

  return {
    transfers,
    add(file: File, refusal: string | undefined, replaces?: StoredDocument) {
      nextKey.current += 1;
      const transfer = {
        key: nextKey.current,
        file,
        share: 0,
        replaces,
        message: refusal,
        refused: refusal !== undefined,
        isFileRejected: refusal !== undefined,
      };
      setTransfers((before) => [...before, transfer]);
      if (refusal === undefined) start(transfer);
    },
    retry(transfer: Transfer, password?: string) {
      patch(transfer.key, { share: 0, message: undefined, isLocked: undefined, isFileRejected: undefined });
      start(transfer, password);
    },
    /** Aborts a running upload, or dismisses a failed upload. */
    cancel({ key }: Transfer) {
      controllers.current.get(key)?.abort();
      drop(key);
    },
    /** Removes all failed uploads, or only those rejected before sending. */
    tidy: (all: boolean) => setTransfers((before) => before.filter((each) => (all ? !each.message : !each.refused))),
  };
}

/** Error codes that call for a different file, besides those that start with 'file'. */
const BAD_FILES = ['photoDamaged', 'pictureTooLarge', 'proofTooBig'];

function readFault(error: unknown): Pick<Transfer, 'isLocked' | 'isFileRejected'> {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  const isLocked = PASSWORD_REFUSALS.includes(code);
  return { isLocked, isFileRejected: !isLocked && (code.startsWith('file') || BAD_FILES.includes(code)) };
}

function failureMessage(error: unknown, { name }: File): string {
  return (error instanceof Error && error.message) || fillText(pageMessages('widgets').upload.failed, { name });
}
