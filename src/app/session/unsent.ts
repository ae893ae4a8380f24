import { sendAllKept } from '../../api/drafts';
import { keptSections } from '../../api/keptDrafts';

/** A page that may have something on its way to the server. */
export interface Sender {
  /** Sends what still waits; resolves true when nothing does any longer. */
  sendAll(): Promise<boolean>;
  /** Whether something has not arrived yet. */
  waits(): boolean;
}

const senders = new Set<Sender>();

/** A log-out must not hang on a server that does not answer. */
const LONGEST = 5_000;

/** Takes part in every log-out: what a page still has to send is sent before. Gives back how to end that. */
export function sendBeforeLogOut(sender: Sender): () => void {
  senders.add(sender);
  return () => {
    senders.delete(sender);
  };
}

/** Whether all that was typed has reached the server, after a last try to bring it there. */
export function isAllSent(trnId: string): Promise<boolean> {
  const tooLong = new Promise<boolean>((resolve) => setTimeout(resolve, LONGEST, false));
  return Promise.race([sendAll(trnId), tooLong]);
}

/** The same without a try, for a session that has ended. */
export async function wasAllSent(trnId: string): Promise<boolean> {
  const isIdle = ![...senders].some((sender) => sender.waits());
  return isIdle && (await keptSections(trnId)).length === 0;
}

async function sendAll(trnId: string): Promise<boolean> {
  const sent = await Promise.all([...senders].map((sender) => sender.sendAll()));
  const left = await sendAllKept(trnId);
  return sent.every(Boolean) && left.length === 0;
}
