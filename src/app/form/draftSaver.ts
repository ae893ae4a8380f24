import { isAnswered, toApiError } from '../../api/apiError';
import { isStaleDraft, putOrKeepDraft } from '../../api/drafts';
import { createKey } from '../../api/idempotentCall';
import { forgetKept } from '../../api/keptDrafts';
import type { Sender } from '../../api/pendingDrafts';
import type { Draft, DraftMark } from '../../contract/drafts';
import { createStore } from '../../model/createStore';
import type { Answers } from '../../model/types';

/** `at` is when the last draft reached the server. */
export type DraftState =
  | { kind: 'idle' }
  | { kind: 'saving' }
  | { kind: 'saved'; at: Date }
  | { kind: 'retrying' }
  | { kind: 'refused' };

export interface DraftSaver extends Sender {
  change(section: string, answers: Answers): void;
  /** `isLeaving`: the page is about to close. */
  flush(isLeaving?: boolean): void;
  /** Resolves when no request is running, so that no draft arrives after a validated save. */
  pause(): Promise<void>;
  resume(): void;
  /** Discards waiting drafts. */
  drop(): void;
  state(): DraftState;
  subscribe(listener: () => void): () => void;
}

interface Line {
  waiting?: Answers;
  sent?: Answers;
  /** Time of the oldest waiting change. */
  since?: number;
  timer?: ReturnType<typeof setTimeout>;
  sending?: Promise<unknown>;
  /** Only the newest request's result counts. */
  turn: number;
  failures: number;
  /** The server rejected these answers. */
  isRefused?: boolean;
}

interface Options {
  /** `isLeaving`: the request must outlive the page. */
  put(section: string, answers: Answers, isLeaving: boolean): Promise<unknown>;
  /** Returns whether retrying is useless. */
  isFinal?(cause: unknown): boolean;
  delay?: number;
  retryDelay?: number;
}

const LONGEST_RETRY = 60_000;
const LONGEST_WAIT = 5_000;

/** Sends drafts `delay` ms after the last change, one request per section at a time. Retries with growing pauses. */
export function createDraftSaver({
  put,
  isFinal = () => false,
  delay = 1_200,
  retryDelay = 3_000,
}: Options): DraftSaver {
  const lines = new Map<string, Line>();
  let paused = false;
  const { read, set, subscribe } = createStore<DraftState>({ kind: 'idle' });

  return { change, flush, sendAll, waits, pause, resume, drop, stop: drop, state: read, subscribe };

  function change(section: string, answers: Answers) {
    const line = lines.get(section) ?? { failures: 0, turn: 0 };
    lines.set(section, line);
    line.waiting = answers;
    line.since ??= Date.now();
    schedule(section, line, Math.max(0, Math.min(delay, line.since + LONGEST_WAIT - Date.now())));
  }

  function schedule(section: string, line: Line, wait: number) {
    clearTimeout(line.timer);
    if (!paused) line.timer = setTimeout(() => send(section, line, false), wait);
  }

  function send(section: string, line: Line, isLeaving: boolean) {
    clearTimeout(line.timer);
    // A closing page can't wait; the server orders drafts by their marks.
    if (paused || !line.waiting || (line.sending && !isLeaving)) return;
    const answers = line.waiting;
    line.waiting = undefined;
    line.sent = answers;
    line.since = undefined;
    line.turn++;
    const { turn } = line;
    const isNewest = () => turn === line.turn;
    line.sending = put(section, answers, isLeaving).then(
      () => isNewest() && settle(section, line),
      (cause) => isNewest() && (isFinal(cause) ? giveUp(section, line) : settle(section, line, answers)),
    );
    report();
  }

  /** Newer waiting answers replace `lost` ones. */
  function settle(section: string, line: Line, lost?: Answers) {
    if (lines.get(section) !== line) return;
    line.sending = undefined;
    line.sent = undefined;
    line.isRefused = false;
    line.failures = lost ? line.failures + 1 : 0;
    if (lost) line.waiting ??= lost;
    if (line.waiting) schedule(section, line, lost ? pauseAfter(line.failures) : 0);
    report();
  }

  function giveUp(section: string, line: Line) {
    settle(section, line);
    line.isRefused = true;
    report();
  }

  function pauseAfter(failures: number) {
    return Math.min(retryDelay * 2 ** (failures - 1), LONGEST_RETRY);
  }

  function flush(isLeaving = false) {
    for (const [section, line] of lines) {
      // The browser aborts the running request when the page closes.
      if (isLeaving) line.waiting ??= line.sent;
      send(section, line, isLeaving);
    }
  }

  function waits() {
    return [...lines.values()].some((line) => line.waiting || line.sending || line.isRefused);
  }

  async function sendAll() {
    // Twice: answers typed during a request go out with the next one.
    for (let round = 0; round < 2; round++) {
      flush();
      await Promise.all([...lines.values()].map((line) => line.sending));
    }
    return !waits();
  }

  async function pause() {
    paused = true;
    for (const line of lines.values()) clearTimeout(line.timer);
    await Promise.all([...lines.values()].map((line) => line.sending));
  }

  function resume() {
    paused = false;
    flush();
  }

  function drop() {
    paused = false;
    for (const line of lines.values()) clearTimeout(line.timer);
    lines.clear();
    report();
  }

  function report() {
    set(currentState([...lines.values()]));
  }
}

function currentState(lines: Line[]): DraftState {
  if (lines.length === 0) return { kind: 'idle' };
  if (lines.some((line) => line.failures > 0)) return { kind: 'retrying' };
  if (lines.some((line) => line.sending)) return { kind: 'saving' };
  if (lines.some((line) => line.isRefused)) return { kind: 'refused' };
  return { kind: 'saved', at: new Date() };
}

export interface PageOptions {
  /** Sections without drafts. */
  unkept: readonly string[];
  marks: DraftMarks;
  /** Someone else saved a newer draft. Returns false if it's the same. */
  onStale(stale: StaleDraft): boolean;
}

/** Keeps drafts in this browser while offline. */
export function createPageSaver(trnId: string, { unkept, marks, onStale }: PageOptions): DraftSaver {
  const saver = createDraftSaver({
    async put(section, answers, isLeaving) {
      const draft = { answers, mark: marks.next(section) };
      try {
        marks.learn(section, await putOrKeepDraft(trnId, section, draft, isLeaving));
      } catch (cause) {
        const error = toApiError(cause);
        if (!isStaleDraft(error)) throw cause;
        const stale = staleDraft(section, draft.answers, error.records);
        if (onStale(stale)) throw cause;
        // If the payment is declined, these answers are saved as a draft.
        marks.learn(section, stale.revision);
        await forgetKept(trnId, section);
      }
    },
    isFinal,
  });
  const changed = new Set<string>();
  return {
    ...saver,
    change(section, answers) {
      if (unkept.includes(section)) return;
      changed.add(section);
      saver.change(section, answers);
    },
    drop() {
      saver.drop();
      for (const section of changed) void forgetKept(trnId, section);
    },
  };
}

function staleDraft(section: string, mine: Answers, { answers, revision }: Draft): StaleDraft {
  return { section, mine, theirs: answers, revision };
}

/** Rate limiting doesn't reject the answers. */
function isFinal(cause: unknown): boolean {
  const error = toApiError(cause);
  return isAnswered(error) && error.status !== 429;
}

/** `revision` belongs to `theirs`. */
export interface StaleDraft {
  section: string;
  mine: Answers;
  theirs: Answers;
  revision?: string;
}

/** Base revisions, so that no draft overwrites one that the page hasn't seen. */
export interface DraftMarks {
  /** Undefined for an unknown section. */
  next(section: string): DraftMark | undefined;
  learn(section: string, revision: string | undefined): void;
  /** Adds unknown sections only. */
  begin(revisions: Record<string, string | undefined>): void;
}

export function createDraftMarks(revisions: Record<string, string | undefined>, page = createKey()): DraftMarks {
  const known = { ...revisions };
  let last = 0;
  return {
    next(section) {
      const was = known[section];
      // The clock may be set back.
      last = Math.max(Date.now(), last + 1);
      return was === undefined ? undefined : { page, at: last, was };
    },
    learn(section, revision) {
      if (revision !== undefined) known[section] = revision;
    },
    begin(found) {
      for (const [section, revision] of Object.entries(found)) known[section] ??= revision;
    },
  };
}
