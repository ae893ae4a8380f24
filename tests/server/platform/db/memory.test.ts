import { expect, it } from 'vitest';
import { createTimedCache } from '../../../../src/server/platform/db/memory';

it('a timed cache expires entries on time, also if the clock was a day ahead when they were stored', () => {
  let now = Date.UTC(2026, 10, 21);
  const memory = createTimedCache<string>(() => new Date(now), 5);
  memory.set('a', 'here');
  expect(memory.get('a')).toBe('here');
  now += 5001;
  expect(memory.get('a')).toBeUndefined();
  now += 86_400_000;
  memory.set('a', 'tomorrow');
  now -= 86_400_000;
  expect(memory.get('a')).toBeUndefined();
});
