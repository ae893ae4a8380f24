import { describe, expect, it } from 'vitest';
import { addSource } from '../../src/api/income';
import { type FakeAnswer, fakeServer, records } from './fakeAdapter';

describe('addSource', () => {
  function answering(answers: (FakeAnswer | undefined)[]) {
    const requests = fakeServer(() => answers[requests.length - 1]);
    return () => requests.map(({ headers }) => headers['Idempotency-Key']);
  }

  it('reuses its key if no response came, so nothing is created twice', async () => {
    const keys = answering([undefined, records({ id: 1 }), records({ id: 2 })]);
    await expect(addSource('trn-1', 3, 1)).rejects.toMatchObject({ status: 0 });
    expect(await addSource('trn-1', 3, 1)).toEqual({ id: 1 });
    expect(await addSource('trn-1', 3, 1)).toEqual({ id: 2 });
    const [lost, again, next] = keys();
    expect(again).toBe(lost);
    expect(next).not.toBe(lost);
  });

  it('uses a new key for each of two calls at once, and after a refusal', async () => {
    const full = { status: 409, data: { code: 'sourcesFull', message: 'Full.' } };
    const keys = answering([records({ id: 1 }), records({ id: 2 }), full, records({ id: 3 })]);
    await Promise.all([addSource('trn-1', 6, 1), addSource('trn-1', 6, 1)]);
    await expect(addSource('trn-1', 6, 1)).rejects.toMatchObject({ code: 'sourcesFull' });
    await addSource('trn-1', 6, 1);
    expect(new Set(keys()).size).toBe(4);
  });
});
