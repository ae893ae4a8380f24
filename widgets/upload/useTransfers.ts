import { useEffect, useRef, useState } from 'react';
import texts from '../../schemas/texts/widgets.json';
import { fillText } from '../../src/model/fillText';
import { PASSWORD_REFUSALS, type UploadRequest } from '../../src/model/formContext';

/** A file on its way, or one that did not arrive. */
export interface Transfer {
  key: number;
  file: File;
  /** 0 to 1. */
  share: number;
  message?: string;
  /** Refused before sending: trying again would change nothing. */
  refused?: boolean;
  /** It is locked: sent again with its password, it may arrive. */
  isLocked?: boolean;
  /** The file itself will not do, as the page or the server has seen: another one is asked for. */
  isUnfit?: boolean;
}

/** What goes with a file: where its progress is said, what ends it, and what opens it. */
export type Sending = Pick<UploadRequest, 'onProgress' | 'signal' | 'password'>;

export type Send = (file: File, sending: Sending) => Promise<void>;

/** Sends files one after another; a failed one stays, with its message, to be tried again or dismissed. */
export function useTransfers(send: Send) {
  const [transfers, setTransfers] = useState<Transfer[]>([]);
  const controllers = useRef(new Map<number, AbortController>());
  const queue = useRef(Promise.resolve());
  const nextKey = useRef(0);

  // Tied to the network: what is still on its way when the field goes away has nowhere to arrive.
  useEffect(() => {
    const running = controllers.current;
    return () => {
      for (const controller of running.values()) controller.abort();
    };
  }, []);

  const patch = (key: number, change: Partial<Transfer>) =>
    setTransfers((before) => before.map((each) => (each.key === key ? { ...each, ...change } : each)));
  const drop = (key: number) => setTransfers((before) => before.filter((each) => each.key !== key));

  async function run({ key, file }: Transfer, password?: string): Promise<void> {
    const controller = controllers.current.get(key);
    if (!controller || controller.signal.aborted) return;
    try {
      const onProgress = (share: number) => patch(key, { share });
      await send(file, { onProgress, signal: controller.signal, password });
      drop(key);
    } catch (error) {
      if (!controller.signal.aborted) patch(key, { message: messageOf(error, file), ...faultOf(error) });
    }
  }

  function start(transfer: Transfer, password?: string): void {
    controllers.current.set(transfer.key, new AbortController());
    queue.current = queue.current.then(() => run(transfer, password));
  }

  return {
    transfers,
    add(file: File, refusal: string | undefined) {
      nextKey.current += 1;
      const transfer = {
        key: nextKey.current,
        file,
        share: 0,
        message: refusal,
        refused: refusal !== undefined,
        isUnfit: refusal !== undefined,
      };
      setTransfers((before) => [...before, transfer]);
      if (refusal === undefined) start(transfer);
    },
    /** `password` opens a locked file. */
    retry(transfer: Transfer, password?: string) {
      patch(transfer.key, { share: 0, message: undefined, isLocked: undefined, isUnfit: undefined });
      start(transfer, password);
    },
    /** Ends a transfer, or takes a failed one off the list. */
    cancel({ key }: Transfer) {
      controllers.current.get(key)?.abort();
      drop(key);
    },
    /** Takes what failed off the list, when something else is chosen: all of it, or only what was refused before sending. */
    tidy: (all: boolean) => setTransfers((before) => before.filter((each) => (all ? !each.message : !each.refused))),
  };
}

/** Whether the same file may be sent again with its password, or is itself what is wrong: the codes of such refusals begin with 'file'. */
function faultOf(error: unknown): Pick<Transfer, 'isLocked' | 'isUnfit'> {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  const isLocked = PASSWORD_REFUSALS.includes(code);
  return { isLocked, isUnfit: !isLocked && code.startsWith('file') };
}

function messageOf(error: unknown, { name }: File): string {
  return (error instanceof Error && error.message) || fillText(texts.upload.failed, { name });
}
