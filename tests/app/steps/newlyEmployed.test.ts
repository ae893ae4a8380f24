import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createDraftSaver } from '../../../src/app/form/draftSaver';
import { checkingNewEmployers } from '../../../src/app/steps/income/resolveGrossPay';

const employers = (...rows: object[]) => ({ response: 'Yes', employer: rows });

describe('the drafts of the employers', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  /** Creates the drafts. `log` has the saves and checks in order. */
  function start(initial: Record<string, unknown>) {
    const log: string[] = [];
    const saver = createDraftSaver({
      async put(section, answers) {
        await Promise.resolve();
        log.push(`${section} ${JSON.stringify(answers.employer)}`);
      },
    });
    const checks = { refresh: async () => void log.push('judged') };
    return { log, drafts: checkingNewEmployers(saver, checks, { name: 'employers', initial }) };
  }

  it('are sent and checked at once when the newly employed box changes', async () => {
    const { log, drafts } = start(employers({ id: 1 }));
    drafts.change('employers', employers({ id: 1, allowOfferLetter: true }));
    await vi.advanceTimersByTimeAsync(0);
    expect(log).toEqual(['employers [{"id":1,"allowOfferLetter":true}]', 'judged']);
    drafts.change('employers', employers({ id: 1, allowOfferLetter: false }));
    await vi.advanceTimersByTimeAsync(0);
    expect(log.slice(2)).toEqual(['employers [{"id":1,"allowOfferLetter":false}]', 'judged']);
  });

  it("wait for the delay and aren't checked after other changes", async () => {
    const { log, drafts } = start(employers({ id: 1, allowOfferLetter: true }));
    drafts.change('employers', employers({ id: 1, allowOfferLetter: true, position: 'Bookseller' }));
    await vi.advanceTimersByTimeAsync(1_000);
    expect(log).toEqual([]);
    await vi.advanceTimersByTimeAsync(5_000);
    expect(log).toEqual(['employers [{"id":1,"allowOfferLetter":true,"position":"Bookseller"}]']);
  });
});
