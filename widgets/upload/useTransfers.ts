import { useEffect, useRef, useState } from 'react';
import texts from '../../schemas/texts/widgets.json';
import { fillText } from '../../src/model/fillText';

/** A file on its way, or one that did not arrive. */
export interface Transfer {
  key: number;
  file: File;
  /** 0 to 1. */
  share: number;
  message?: string;
  /** Refused before sending: trying again would change nothing. */
  refused?: boolean;
}

export type Send = (file: File, onProgress: (share: number) => void, signal: AbortSignal) => Promise<void>;

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

  async function run({ key, file }: Transfer): Promise<void> {
    const controller = controllers.current.get(key);
    if (!controller || controller.signal.aborted) return;
    try {
      await send(file, (share) => patch(key, { share }), controller.signal);
      drop(key);
    } catch (error) {
      if (!controller.signal.aborted) patch(key, { message: messageOf(error, file) });
    }
  }

  function start(transfer: Transfer): void {
    controllers.current.set(transfer.key, new AbortController());
    queue.current = queue.current.then(() => run(transfer));
  }

  return {
    transfers,
    add(file: File, refusal: string | undefined) {
      nextKey.current += 1;
      const transfer = { key: nextKey.current, file, share: 0, message: refusal, refused: refusal !== undefined };
      setTransfers((before) => [...before, transfer]);
      if (refusal === undefined) start(transfer);
    },
    retry(transfer: Transfer) {
      patch(transfer.key, { share: 0, message: undefined });
      start(transfer);
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

function messageOf(error: unknown, { name }: File): string {
  return (error instanceof Error && error.message) || fillText(texts.upload.failed, { name });
}
