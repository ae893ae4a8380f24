import pg from 'pg';
import { describe, expect, it } from 'vitest';
import { batchWrites } from '../../../../src/server/applications/steps/draftRepository';

const databaseError = (code: string) => Object.assign(new pg.DatabaseError('refused', 0, 'error'), { code });

/** Simulates slow writes, and records their batches. */
function slowWriter(failing: (items: readonly number[]) => Error | undefined = () => undefined) {
  const batches: number[][] = [];
  const write = batchWrites(async (items: readonly number[]) => {
    batches.push([...items]);
    await new Promise((resolve) => setTimeout(resolve, 10));
    const error = failing(items);
    if (error) throw error;
    return items.map((item) => item * 2);
  });
  return { write, batches };
}

const upTo = (count: number) => Array.from({ length: count }, (_, n) => n);

describe('writes in batches', () => {
  it("return each write's own result, and batch the writes that arrive meanwhile", async () => {
    const { write, batches } = slowWriter();
    const first = write(100);
    await new Promise((resolve) => setTimeout(resolve, 2));
    expect(await Promise.all([first, ...upTo(9).map(write)])).toEqual([200, ...upTo(9).map((n) => n * 2)]);
    expect(batches).toEqual([[100], upTo(9)]);
  });

  it('have at most fifty writes, with at most two batches at once', async () => {
    const { write, batches } = slowWriter();
    expect(await Promise.all(upTo(170).map(write))).toHaveLength(170);
    expect(batches.map(({ length }) => length)).toEqual([50, 50, 50, 20]);
  });

  it('reject only the write that the database rejects', async () => {
    const { write, batches } = slowWriter((items) => (items.includes(3) ? databaseError('22P05') : undefined));
    const settled = await Promise.allSettled(upTo(5).map(write));
    expect(settled.map(({ status }) => status === 'fulfilled')).toEqual([true, true, true, false, true]);
    expect(batches).toEqual([upTo(5), ...upTo(5).map((n) => [n])]);
    expect(await write(7)).toBe(14);
  });

  it('never repeat a write that may have been committed', async () => {
    const { write, batches } = slowWriter(() => databaseError('57P01'));
    const settled = await Promise.allSettled(upTo(5).map(write));
    expect(settled.every(({ status }) => status === 'rejected')).toBe(true);
    expect(batches).toEqual([upTo(5)]);
  });
});
