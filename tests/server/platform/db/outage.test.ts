import { describe, expect, it } from 'vitest';
import { isOutage, retryDuringOutage } from '../../../../src/server/platform/db/outage';

describe('an outage of the database', () => {
  it.each([
    ['57P01', 'terminating connection due to administrator command'],
    ['25006', 'cannot execute INSERT in a read-only transaction'],
    ['08P01', 'query_wait_timeout'],
    ['ECONNREFUSED', 'connect ECONNREFUSED 127.0.0.1:5432'],
    [undefined, 'Connection terminated unexpectedly'],
  ])('is what code %s says', (code, message) => {
    expect(isOutage({ code, message })).toBe(true);
  });

  it.each([
    ['23505', 'duplicate key value'],
    ['42P05', 'prepared statement "keep-drafts" already exists'],
    [undefined, 'x is not a function'],
  ])('is not what code %s says', (code, message) => {
    expect(isOutage({ code, message })).toBe(false);
  });
});

describe('retryDuringOutage', () => {
  const gone = Object.assign(new Error('gone'), { code: '57P01' });

  it('repeats the work until the database answers', async () => {
    let tries = 0;
    const work = async () => {
      tries += 1;
      if (tries < 3) throw gone;
      return 'done';
    };
    expect(await retryDuringOutage(work, 5000)).toBe('done');
    expect(tries).toBe(3);
  });

  it('rejects when the time is over, and at once with any other error', async () => {
    await expect(retryDuringOutage(() => Promise.reject(gone), 0)).rejects.toBe(gone);
    const wrong = new Error('wrong');
    await expect(retryDuringOutage(() => Promise.reject(wrong), 5000)).rejects.toBe(wrong);
  });
});
