import { isDefinite, toApiError } from '../../api/apiError';
import { isStaleDraft, putOrKeepDraft } from '../../api/drafts';
import { removeLocalDraft } from '../../api/localDrafts';
import type { DraftSender } from '../../api/pendingDrafts';
import type { Draft } from '../../contract/drafts';
import { createStore } from '../../model/createStore';
import type { Answers } from '../../model/types';
import type { BaseRevisions } from './baseRevisions';

/** `at` is when the last draft reached the server. */
export type DraftState =
  | { kind: 'idle' }
  | { kind: 'saving' }
  | { kind: 'saved'; at: Date }
  | { kind: 'retrying' }
  | { kind: 'late' }
  | { kind: 'refused' };

export interface DraftSaver extends DraftSender {
  change(section: string, answers: Answers): void;
  /** Sends waiting drafts now. `isLeaving` is true if the page may close. */
  flush(isLeaving?: boolean): void;
  /** Stops sending. Waits for running requests, so that no draft arrives after the step is saved. */
  pause(): Promise<void>;
  resume(): void;
  discard(): void;
  state(): DraftState;
  subscribe(listener: () => void): () => void;
}

interface SectionQueue {
  waiting?: Answers;
  sent?: Answers;
  since?: number;
  timer?: ReturnType<typeof setTimeout>;
  sending?: Promise<unknown>;
  /** Number of the newest request. Results of earlier requests are ignored. */
  version: number;
  failures: number;
  isLate?: boolean;
  isRefused?: boolean;
}

interface Options {
  /** Sends a draft. If `isLeaving` is true, the request must outlive the page. */
  put(section: string, answers: Answers, isLeaving: boolean): Promise<unknown>;
  /** Returns true if retrying can't help. */
  isFinal?(cause: unknown): boolean;
  isLate?(cause: unknown): boolean;
  delay?: number;
  retryDelay?: number;
}

const MAX_RETRY_MS = 60_000;
const MAX_WAIT_MS = 5_000;

/**
 * Sends a section's draft `delay` ms after the last change or 5 s after the first unsent change, whichever is earlier.
 * Waits for the section's running request. Retries failed requests with exponential backoff.
 */
export function createDraftSaver({
  put,
  isFinal = () => false,
  isLate = () => false,
  delay = 1_200,
  retryDelay = 3_000,
}: Options): DraftSaver {
  const queues = new Map<string, SectionQueue>();
  let paused = false;
  const { read, set, subscribe } = createStore<DraftState>({ kind: 'idle' });

  return { change, flush, sendAll, hasUnsent, pause, resume, discard, stop: discard, state: read, subscribe };

  function change(section: string, answers: Answers) {
    const queue = queues.get(section) ?? { failures: 0, version: 0 };
    queues.set(section, queue);
    queue.waiting = answers;
    queue.since ??= Date.now();
    schedule(section, queue, Math.max(0, Math.min(delay, queue.since + MAX_WAIT_MS - Date.now())));
  }

  function schedule(section: string, queue: SectionQueue, wait: number) {
    clearTimeout(queue.timer);
    if (!paused) queue.timer = setTimeout(() => send(section, queue, false), wait);
  }

  function send(section: string, queue: SectionQueue, isLeaving: boolean) {
    clearTimeout(queue.timer);
    // A closing page can't wait for the running request. The server orders a page's drafts by time.
    if (paused || !queue.waiting || (queue.sending && !isLeaving)) return;
    const answers = queue.waiting;
    queue.waiting = undefined;
    queue.sent = answers;
    queue.since = undefined;
    queue.version++;
    const { version } = queue;
    const isCurrent = () => version === queue.version;
    queue.sending = put(section, answers, isLeaving).then(
      () => isCurrent() && finishRequest(section, queue),
      (cause) => isCurrent() && finishFailed(section, queue, answers, cause),
    );
    updateState();
  }

  function finishFailed(section: string, queue: SectionQueue, answers: Answers, cause: unknown) {
    if (isFinal(cause)) return giveUp(section, queue);
    queue.isLate = isLate(cause);
    finishRequest(section, queue, answers);
  }

  /** Schedules the next request. `failedAnswers` are sent again unless newer answers are waiting. */
  function finishRequest(section: string, queue: SectionQueue, failedAnswers?: Answers) {
    if (queues.get(section) !== queue) return;
    queue.sending = undefined;
    queue.sent = undefined;
    queue.isRefused = false;
    queue.failures = failedAnswers ? queue.failures + 1 : 0;
    if (failedAnswers) queue.waiting ??= failedAnswers;
    if (queue.waiting) schedule(section, queue, failedAnswers ? pauseAfter(queue.failures) : 0);
    updateState();
  }

  function giveUp(section: string, queue: SectionQueue) {
    finishRequest(section, queue);
    queue.isRefused = true;
    updateState();
  }

  function pauseAfter(failures: number) {
    return Math.min(retryDelay * 2 ** (failures - 1), MAX_RETRY_MS);
  }

  function flush(isLeaving = false) {
    for (const [section, queue] of queues) {
      // The browser aborts the running request when the page closes.
      if (isLeaving) queue.waiting ??= queue.sent;
      send(section, queue, isLeaving);
    }
  }

  function hasUnsent() {
    return [...queues.values()].some((queue) => queue.waiting || queue.sending || queue.isRefused);
  }

  async function sendAll() {
    // Runs twice, because answers typed during a request are sent with the next one.
    for (let round = 0; round < 2; round++) {
      flush();
      await Promise.all([...queues.values()].map((queue) => queue.sending));
    }
    return !hasUnsent();
  }

  async function pause() {
    paused = true;
    for (const queue of queues.values()) clearTimeout(queue.timer);
    await Promise.all([...queues.values()].map((queue) => queue.sending));
  }

  function resume() {
    paused = false;
    flush();
  }

  function discard() {
    paused = false;
    for (const queue of queues.values()) clearTimeout(queue.timer);
    queues.clear();
    updateState();
  }

  function updateState() {
    set(currentState([...queues.values()]));
  }
}

function currentState(queues: SectionQueue[]): DraftState {
  if (queues.length === 0) return { kind: 'idle' };
  const failing = queues.filter((queue) => queue.failures > 0);
  if (failing.length > 0) return { kind: failing.every((queue) => queue.isLate) ? 'late' : 'retrying' };
  if (queues.some((queue) => queue.sending)) return { kind: 'saving' };
  if (queues.some((queue) => queue.isRefused)) return { kind: 'refused' };
  return { kind: 'saved', at: new Date() };
}

export interface PageOptions {
  sectionsWithoutDrafts: readonly string[];
  revisions: BaseRevisions;
  /** Called if a newer draft was saved elsewhere. Returns false if the drafts' visible answers are the same. */
  onStale(stale: StaleDraft): boolean;
}

/** Creates a draft saver that also stores unsent drafts in this browser. */
export function createPageSaver(trnId: string, { sectionsWithoutDrafts, revisions, onStale }: PageOptions): DraftSaver {
  const saver = createDraftSaver({
    async put(section, answers, isLeaving) {
      const draft = { answers, mark: revisions.createBase(section) };
      try {
        revisions.setRevision(section, await putOrKeepDraft(trnId, section, draft, isLeaving));
      } catch (cause) {
        const error = toApiError(cause);
        if (!isStaleDraft(error)) throw cause;
        const stale = staleDraft(section, draft.answers, error.records);
        if (onStale(stale)) throw cause;
        // The server's draft has the same visible answers, so later drafts are based on it.
        revisions.setRevision(section, stale.revision);
        await removeLocalDraft(trnId, section);
      }
    },
    isFinal,
    isLate: (cause) => toApiError(cause).code === 'unavailable',
  });
  const changed = new Set<string>();
  return {
    ...saver,
    change(section, answers) {
      if (sectionsWithoutDrafts.includes(section)) return;
      changed.add(section);
      saver.change(section, answers);
    },
    discard() {
      saver.discard();
      for (const section of changed) void removeLocalDraft(trnId, section);
    },
  };
}

function staleDraft(section: string, mine: Answers, { answers, revision }: Draft): StaleDraft {
  return { section, mine, theirs: answers, revision };
}

/** A rate-limit error isn't final, because a later retry can succeed. */
function isFinal(cause: unknown): boolean {
  const error = toApiError(cause);
  return isDefinite(error) && error.status !== 429;
}

export interface StaleDraft {
  section: string;
  mine: Answers;
  theirs: Answers;
  revision?: string;
}
