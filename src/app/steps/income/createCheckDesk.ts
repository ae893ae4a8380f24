import { answerCheck, getIncomeChecks } from '../../../api/incomeChecks';
import type { IncomeChecks, ValidationMessages } from '../../../model/checks/findings';
import type { DocumentChecks } from '../../../model/formContext';

export interface CheckDesk extends DocumentChecks {
  /** Asks what is known by now; never rejects: without an answer, what was known stands. */
  refresh(): Promise<void>;
}

/** While documents are being read, the server is asked this often (milliseconds). */
const OFTEN = 2_000;

/**
 * What the checks say, asked for as long as somebody listens: once at first, and again and again while documents are being read.
 * `known` is what came with the step.
 */
export function createCheckDesk(trnId: string, known: ValidationMessages): CheckDesk {
  const listeners = new Set<() => void>();
  let state: IncomeChecks = { reading: 0, validation_messages: known, coverage: {}, monthly_avr_gross: {} };
  let timer: ReturnType<typeof setTimeout> | undefined;
  let last = 0;

  async function refresh(): Promise<void> {
    clearTimeout(timer);
    const turn = ++last;
    const found = await getIncomeChecks(trnId).catch(() => undefined);
    if (turn !== last) return;
    if (found && JSON.stringify(found) !== JSON.stringify(state)) tell(found);
    if (state.reading > 0 && listeners.size > 0) timer = setTimeout(refresh, OFTEN);
  }

  function tell(found: IncomeChecks): void {
    state = found;
    for (const listener of listeners) listener();
  }

  return {
    state: () => state,
    subscribe(listener) {
      listeners.add(listener);
      if (listeners.size === 1) void refresh();
      return () => {
        listeners.delete(listener);
        if (listeners.size === 0) clearTimeout(timer);
      };
    },
    async answer(id, text) {
      await answerCheck(trnId, id, text);
      await refresh();
    },
    refresh,
  };
}
