import { answerCheck, getIncomeChecks } from '../../api/income';
import type { IncomeChecks, KnownChecks } from '../../model/checks/findings';
import { createStore } from '../../model/createStore';
import type { DocumentChecks } from '../../model/formContext';

export interface CheckStore extends DocumentChecks {
  /** Asks what is known by now; never rejects: without an answer, what was known stands. */
  refresh(): Promise<void>;
}

/** While documents are being read, a server that does not wait for something new is asked this often (milliseconds). */
const OFTEN = 2_000;
/** Between two questions that wait at the server for their answer. */
const AT_ONCE = 50;

/**
 * What the checks say, asked for as long as somebody listens: once at first unless `known`, which came with the step, says that no
 * document is being read, and again and again while some are.
 */
export function createCheckStore(trnId: string, known: KnownChecks): CheckStore {
  let isWatched = false;
  /** `known` may be out of date: somebody has listened before. */
  let isRead = false;
  const { read, set, subscribe } = createStore<IncomeChecks>(
    { reading: 0, coverage: {}, monthly_avr_gross: {}, ...known },
    {
      onFirst() {
        isWatched = true;
        if (known.reading !== 0 || isRead) void ask();
      },
      onLast() {
        isWatched = false;
        isRead = true;
        stop();
      },
    },
  );
  let timer: ReturnType<typeof setTimeout> | undefined;
  let turn = new AbortController();

  /** `mark` names what is known: then the server waits for something else. */
  async function ask(mark?: string): Promise<void> {
    stop();
    const { signal } = turn;
    const found = await getIncomeChecks(trnId, mark, mark ? signal : undefined).catch(() => undefined);
    if (signal.aborted) return;
    if (found && JSON.stringify(found) !== JSON.stringify(read())) set(found);
    if (read().reading === 0 || !isWatched) return;
    const next = found?.mark;
    timer = setTimeout(() => ask(next), next && next !== mark ? AT_ONCE : OFTEN);
  }

  /** Whatever is asked, or waits to be, is out of date. */
  function stop(): void {
    clearTimeout(timer);
    turn.abort();
    turn = new AbortController();
  }

  return {
    state: read,
    subscribe,
    async answer(id, text) {
      await answerCheck(trnId, id, text);
      await ask();
    },
    refresh: () => ask(),
  };
}
