import { describe, expect, it, vi } from 'vitest';
import { createStore } from '../../src/model/createStore';
import { formatMoment } from '../../src/model/format/dates';
import { formatDollars } from '../../src/model/format/money';

describe('a store', () => {
  it('calls its listeners after each change until they unsubscribe', () => {
    const store = createStore(1);
    const listener = vi.fn(() => store.read());
    const leave = store.subscribe(listener);
    store.set(2);
    expect(listener).toHaveReturnedWith(2);
    leave();
    store.set(3);
    expect(listener).toHaveBeenCalledTimes(1);
    expect(store.read()).toBe(3);
  });

  it('begins with the first listener and ends once with the last', () => {
    const [onFirst, onLast] = [vi.fn(), vi.fn()];
    const store = createStore(0, { onFirst, onLast });
    const leave = [store.subscribe(() => undefined), store.subscribe(() => undefined)];
    expect(onFirst).toHaveBeenCalledTimes(1);
    for (const end of [...leave, ...leave]) end();
    expect(onLast).toHaveBeenCalledTimes(1);
  });
});

describe('formatted text', () => {
  it('an amount shows its cents', () => {
    expect(formatDollars(2400)).toBe('$2,400.00');
  });

  it('a moment uses the given language and time zone', () => {
    const style = { dateStyle: 'long', timeZone: 'UTC' } as const;
    expect(formatMoment('2026-11-21T20:00:00Z', style)).toBe('November 21, 2026');
    expect(formatMoment(new Date('2026-11-21T20:00:00Z'), style, 'es')).toBe('21 de noviembre de 2026');
  });
});
