import { describe, expect, it } from 'vitest';
import { exchangeMembers } from '../../src/model/translate';

describe('exchangeMembers', () => {
  it('says what it was given, and keeps the objects that others hold', () => {
    const live: Record<string, unknown> = { a: 'old', gone: 1, part: { b: 'old' }, list: [1, 2] };
    const { part, list } = live;
    exchangeMembers(live, { a: 'new', part: { b: 'new', c: 'more' }, list: [3] });
    expect(live).toEqual({ a: 'new', part: { b: 'new', c: 'more' }, list: [3] });
    expect(live.part).toBe(part);
    expect(live.list).toBe(list);
  });

  it('takes another kind of value as it is', () => {
    const live: Record<string, unknown> = { a: 'text', b: { c: 1 }, d: [1] };
    exchangeMembers(live, { a: { c: 1 }, b: 'text', d: { 0: 1 } });
    expect(live).toEqual({ a: { c: 1 }, b: 'text', d: { 0: 1 } });
  });
});
