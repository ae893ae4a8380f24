import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { CheckStore } from '../../../src/app/form/createCheckStore';
import type { LoadedSection } from '../../../src/app/form/panels';
import type { SectionController } from '../../../src/app/form/sectionController';
import { resolveGrossPay } from '../../../src/app/steps/income/resolveGrossPay';
import { dismissToasts, toasts } from '../../../src/app/ui/Toaster';
import { setIn } from '../../../src/model/answers/paths';
import type { Answers } from '../../../src/model/types';

const employer = { id: 1, avrgross_pay: 2000, pay_frequency: 'Monthly', files: ['a'] };
const section = { name: 'employers' } as LoadedSection;

/** A document is still being read for this many polls. After that, the gross pay differs. */
function readingFor(looks: number): CheckStore {
  let looked = 0;
  const isRead = () => looked > looks;
  return {
    state: () => ({ reading: isRead() ? 0 : 1, monthly_avr_gross: isRead() ? { 1: 4100 } : {} }),
    refresh: async () => void looked++,
  } as unknown as CheckStore;
}

function openDesk(): SectionController {
  let answers: Answers = { employer: [employer] };
  return {
    answers: () => answers,
    write: (_section: string, changes: { path: (string | number)[]; value: unknown }[]) => {
      answers = changes.reduce((all, { path, value }) => setIn(all, path, value), answers);
    },
  } as unknown as SectionController;
}

describe('resolving the gross pay before a save', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => {
    vi.useRealTimers();
    dismissToasts();
  });

  it('waits for a document that is being read, shows that, then asks', async () => {
    const ask = vi.fn(async () => undefined);
    const settled = resolveGrossPay(section, openDesk(), readingFor(3), ask);
    await vi.advanceTimersByTimeAsync(1_000);
    expect(toasts.items().map(({ text }) => text)).toEqual(['Reading your documents']);
    expect(ask).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(1_000);
    expect(ask).toHaveBeenCalledWith(expect.objectContaining({ typed: 2000, documents: 4100 }), expect.anything());
    expect(await settled).toBe(false);
  });

  it('waits six seconds at most', async () => {
    const ask = vi.fn();
    const settled = resolveGrossPay(section, openDesk(), readingFor(1_000), ask);
    await vi.advanceTimersByTimeAsync(7_000);
    expect(await settled).toBe(true);
    expect(ask).not.toHaveBeenCalled();
  });

  it('asks nothing if everything is read and matches', async () => {
    const ask = vi.fn();
    const controller = openDesk();
    controller.write('employers', [{ path: ['employer', 0, 'avrgross_pay'], value: 4100 }]);
    expect(await resolveGrossPay(section, controller, readingFor(0), ask)).toBe(true);
    expect(toasts.items()).toEqual([]);
  });
});
