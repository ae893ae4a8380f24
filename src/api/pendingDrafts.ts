import type { DraftBase } from '../contract/drafts';
import { draftRevision } from '../model/answers/stepBody';

export interface DraftSender {
  sendAll(): Promise<boolean>;
  hasUnsent(): boolean;
  stop(): void;
}

const senders = new Set<DraftSender>();
/** Senders of pages that were closed with unsent drafts. */
const retired = new Set<DraftSender>();

/** Registers a page's sender. Returns a function to call when the page is closed. */
export function addSender(sender: DraftSender): () => void {
  senders.add(sender);
  return () => {
    senders.delete(sender);
    if (sender.hasUnsent()) retired.add(sender);
  };
}

export async function sendDrafts(): Promise<boolean> {
  const sent = await Promise.all([...senders, ...retired].map((sender) => sender.sendAll()));
  return sent.every(Boolean);
}

export function areDraftsWaiting(): boolean {
  return [...senders, ...retired].some((sender) => sender.hasUnsent());
}

const MAX_WAIT_MS = 10_000;
const POLL_INTERVAL_MS = 250;

/** Sends all drafts. Waits for at most ten seconds. */
export async function awaitDrafts(): Promise<void> {
  await Promise.race([sendDrafts(), wait(MAX_WAIT_MS)]);
  for (const sender of retired) sender.stop();
  retired.clear();
}

/** A sent draft that has no response yet. `was` is the last revision known to be on the server. */
interface SentDraft {
  page: string;
  revision: string;
  was: string;
  sentAt: number;
}

type Pending = Record<string, SentDraft>;

const KEY = 'rental-pending-drafts';
const draftName = (trnId: string, section: string) => `${trnId}/${section}`;

/** Records that a draft was sent. Returns a function that removes the record. */
export function recordPending(trnId: string, section: string, base: DraftBase | undefined): () => void {
  // Without a revision, a later page can't detect that the draft arrived.
  if (!base) return () => undefined;
  const name = draftName(trnId, section);
  const { page } = base;
  const revision = draftRevision(base);
  const earlier = readPending()[name];
  const { was } = earlier?.page === page ? earlier : base;
  writePending({ ...readPending(), [name]: { page, revision, was, sentAt: Date.now() } });
  return () => {
    const { [name]: known, ...others } = readPending();
    if (known?.revision === revision) writePending(others);
  };
}

export function forgetPending(): void {
  writePending({});
}

/** Returns the sections of drafts that were sent less than ten seconds ago and have no response yet. */
export function pendingSections(trnId: string): string[] {
  const start = draftName(trnId, '');
  const names = Object.keys(readPending()).filter((name) => name.startsWith(start));
  return names.map((name) => name.slice(start.length)).filter((section) => isPending(trnId, section));
}

/** Rereads a draft until the pending draft has arrived, can't arrive anymore, or has been pending for ten seconds. */
export async function awaitPending<Found extends { revision: string }>(
  trnId: string,
  section: string,
  found: Found | undefined,
  read: () => Promise<Found | undefined>,
): Promise<Found | undefined> {
  let draft = found;
  while (isPending(trnId, section) && mayArrive(readPending()[draftName(trnId, section)], draft?.revision)) {
    await wait(POLL_INTERVAL_MS);
    draft = await read();
  }
  const { [draftName(trnId, section)]: _arrived, ...others } = readPending();
  writePending(others);
  return draft;
}

/**
 * False if the draft has arrived. Also false if another page has saved a draft, because the server then refuses this
 * draft.
 */
function mayArrive(sent: SentDraft | undefined, stored: string | undefined): boolean {
  if (!sent || stored === sent.revision) return false;
  return stored === undefined || stored === sent.was || stored.startsWith(`${sent.page}.`);
}

function isPending(trnId: string, section: string): boolean {
  const { sentAt = 0 } = readPending()[draftName(trnId, section)] ?? {};
  return Date.now() - sentAt < MAX_WAIT_MS;
}

function readPending(): Pending {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? '{}');
  } catch {
    return {};
  }
}

function writePending(pending: Pending): void {
  try {
    if (Object.keys(pending).length) localStorage.setItem(KEY, JSON.stringify(pending));
    else localStorage.removeItem(KEY);
  } catch {}
}

function wait(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}
