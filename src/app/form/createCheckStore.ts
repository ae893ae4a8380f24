import { answerCheck, getIncomeChecks } from '../../api/income';
import { createStore } from '../../model/createStore';
import type { DocumentChecks } from '../../model/formContext';
import type { IncomeChecks, KnownChecks } from '../../model/income/checks/documentChecks';

export interface CheckStore extends DocumentChecks {
  /** Keeps the last result if the request fails. Never rejects. */
  refresh(): Promise<void>;
}

const POLL_INTERVAL_MS = 2_000;
const LONG_POLL_DELAY_MS = 50;

/** Creates a store that polls while it has listeners and documents are being read. `known` is the initial state. */
export function createCheckStore(trnId: string, known: KnownChecks): CheckStore {
  let isWatched = false;
  /** True after the last listener was removed. The next listener then starts a poll at once. */
  let wasWatched = false;
  const { read, set, subscribe } = createStore<IncomeChecks>(
    { reading: 0, coverage: {}, monthly_avr_gross: {}, ...known },
    {
      onFirst() {
        isWatched = true;
        if (known.reading !== 0 || wasWatched) void ask();
      },
      onLast() {
        isWatched = false;
        wasWatched = true;
        stop();
      },
    },
  );
  let timer: ReturnType<typeof setTimeout> | undefined;
  let controller = new AbortController();

  /** Fetches the checks. With `mark`, the server may wait for a change. */
  async function ask(mark?: string): Promise<void> {
    stop();
    const { signal } = controller;
    const found = await getIncomeChecks(trnId, mark, mark ? signal : undefined).catch(() => undefined);
    if (signal.aborted) return;
    if (found && JSON.stringify(found) !== JSON.stringify(read())) set(found);
    if (read().reading === 0 || !isWatched) return;
    const next = found?.mark;
    timer = setTimeout(() => ask(next), next && next !== mark ? LONG_POLL_DELAY_MS : POLL_INTERVAL_MS);
  }

  /** Ignores the running request and cancels the scheduled one. */
  function stop(): void {
    clearTimeout(timer);
    controller.abort();
    controller = new AbortController();
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
