import { createKey } from '../../api/act';
import { isAnswered, toApiError } from '../../api/apiError';
import { isStaleDraft, putOrKeepDraft } from '../../api/drafts';
import { forgetKept } from '../../api/keptDrafts';
import type { Draft, DraftMark } from '../../contract/drafts';
import { createStore } from '../../model/createStore';
import type { Answers } from '../../model/types';
import type { Sender } from '../session/sessionEnd';

/** What the applicant reads about the drafts; `at` is the moment of the last one that reached the server. */
export type DraftState =
  | { kind: 'idle' }
  | { kind: 'saving' }
  | { kind: 'saved'; at: Date }
  | { kind: 'retrying' }
  | { kind: 'refused' };

export interface DraftSaver extends Sender {
  /** Takes a section's answers as typed; they are sent soon, only the newest of them. */
  change(section: string, answers: Answers): void;
  /** Sends at once what still waits; `isLeaving` when the page is about to go. */
  flush(isLeaving?: boolean): void;
  /** Holds further drafts back and resolves when none is under way, so that none arrives after a validated save. */
  pause(): Promise<void>;
  /** After a failed save: goes on with what was held back. */
  resume(): void;
  /** After a successful save: nothing waits any longer. */
  drop(): void;
  state(): DraftState;
  subscribe(listener: () => void): () => void;
}

interface Line {
  waiting?: Answers;
  /** When the oldest change that waits was made: whoever types without a break is saved on the way too. */
  since?: number;
  timer?: ReturnType<typeof setTimeout>;
  sending?: Promise<unknown>;
  /** Counts what was sent; only the verdict on the newest counts. */
  turn: number;
  failures: number;
  /** The server will not have these answers; the next change is tried anew. */
  isRefused?: boolean;
}

interface Options {
  /** `isLeaving`: the request has to outlive the page. */
  put(section: string, answers: Answers, isLeaving: boolean): Promise<unknown>;
  /** Whether trying again is of no use. */
  isFinal?(cause: unknown): boolean;
  delay?: number;
  retryDelay?: number;
}

const LONGEST_RETRY = 60_000;
const LONGEST_WAIT = 5_000;

/**
 * Brings what is typed to the server: `delay` after the last change of a section, one request in flight per section,
 * tried again with growing pauses until it arrives.
 */
export function createDraftSaver({
  put,
  isFinal = () => false,
  delay = 1_200,
  retryDelay = 3_000,
}: Options): DraftSaver {
  const lines = new Map<string, Line>();
  let paused = false;
  const { read, set, subscribe } = createStore<DraftState>({ kind: 'idle' });

  return { change, flush, sendAll, waits, pause, resume, drop, state: read, subscribe };

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
    // A page that goes cannot wait for the request before; the server knows from the marks which is newer.
    if (paused || !line.waiting || (line.sending && !isLeaving)) return;
    const answers = line.waiting;
    line.waiting = undefined;
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

  /** `lost` are answers that did not arrive; newer ones that came meanwhile stand in for them. */
  function settle(section: string, line: Line, lost?: Answers) {
    line.sending = undefined;
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
    for (const [section, line] of lines) send(section, line, isLeaving);
  }

  function waits() {
    return [...lines.values()].some((line) => line.waiting || line.sending || line.isRefused);
  }

  async function sendAll() {
    // Twice, since what was typed during a request goes with the next.
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
  /** Sections that have no drafts. */
  unkept: readonly string[];
  /** What is known of the drafts on the server. */
  marks: DraftMarks;
  /** Another text came since the one that this page knew; false when it says the same. */
  onStale(stale: StaleDraft): boolean;
}

/** The saver of an opened page: what is typed goes to the server, or stays in this browser while it cannot. */
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
        // A declined payment keeps the answers that are still on their way as a draft.
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
      // A validated save stands above whatever could not be brought to the server before.
      for (const section of changed) void forgetKept(trnId, section);
    },
  };
}

function staleDraft(section: string, mine: Answers, { answers, revision }: Draft): StaleDraft {
  return { section, mine, theirs: answers, revision };
}

/** Too many requests is no verdict on the answers. */
function isFinal(cause: unknown): boolean {
  const error = toApiError(cause);
  return isAnswered(error) && error.status !== 429;
}

/** Two texts of a section that do not follow from each other; `revision` is that of theirs. */
export interface StaleDraft {
  section: string;
  mine: Answers;
  theirs: Answers;
  revision?: string;
}

/** What this page knows of the drafts on the server, so that none takes the place of one it has not seen. */
export interface DraftMarks {
  /** The mark of the text typed last; undefined for a section of which nothing is known. */
  next(section: string): DraftMark | undefined;
  learn(section: string, revision: string | undefined): void;
}

/** The marks of one opened page, which starts knowing `revisions`. */
export function createDraftMarks(revisions: Record<string, string | undefined>, page = createKey()): DraftMarks {
  const known = { ...revisions };
  let last = 0;
  return {
    next(section) {
      const was = known[section];
      // A clock that is set back must not make a later text look older.
      last = Math.max(Date.now(), last + 1);
      return was === undefined ? undefined : { page, at: last, was };
    },
    learn(section, revision) {
      if (revision !== undefined) known[section] = revision;
    },
  };
}
