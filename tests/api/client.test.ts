import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ApiError } from '../../src/api/apiError';
import { call, connectSession, request } from '../../src/api/client';
import { createKey } from '../../src/api/idempotentCall';
import { watchLateSaves } from '../../src/api/lateSaves';
import { fakeServer, records } from './fakeAdapter';
import { fakeSession } from './fakeSession';

let session = fakeSession();

/** Examples of a read call and of a call with an idempotency key. */
const statusOf = (trn: string) => request('GET /users/sectionstatus/:trn', { params: { trn } });
const pathOf = (trn: string) => `/users/sectionstatus/${trn}`;
const save = (body: Record<string, unknown>, key = createKey()) => request('POST /users/changePassword', { body, key });
const login = (email: string) => request('POST /users/login', { body: { email }, session: 'none' });

beforeEach(() => {
  session = fakeSession();
  connectSession(session);
});
afterEach(() => connectSession(undefined));

const stale = {
  status: 401,
  data: { status: 401, success: false, code: 'staleSession', message: 'Your session has ended.' },
};

/** Creates a server that accepts only `goodToken`, and answers refreshes with `refresh`. */
function serverWith(goodToken: string, refresh: () => ReturnType<Parameters<typeof fakeServer>[0]>) {
  return fakeServer(({ url, headers }) => {
    if (url === '/users/refreshToken') return refresh();
    return headers.authorization === goodToken ? records(url) : stale;
  });
}

const renewed = {
  data: { status: 200, success: true, message: '', records: { token: 'new', refreshToken: 'refresh-2' } },
};

describe('a call', () => {
  it("sends the session's email, token and application id", async () => {
    const requests = fakeServer(() => records(1));
    await statusOf('a');
    expect(requests[0]?.headers).toMatchObject({ email: 'ana@example.com', authorization: 'old', trn_id: 'trn-1' });
  });

  it("sends no token without a session or with session 'none'", async () => {
    const requests = fakeServer(() => records(1));
    await login('x');
    session.end();
    await request('GET /users/states');
    for (const { headers } of requests) expect(Object.keys(headers)).not.toContain('authorization');
  });

  it('returns the records, or the whole envelope', async () => {
    fakeServer(() => records({ n: 1 }, 'Saved.'));
    expect(await statusOf('a')).toEqual({ n: 1 });
    expect(await call('GET /users/states')).toMatchObject({ message: 'Saved.', records: { n: 1 } });
  });

  describe('that is still running elsewhere', () => {
    beforeEach(() => void vi.useFakeTimers());
    afterEach(() => void vi.useRealTimers());
    const atWork = { status: 409, data: { code: 'inProgress', message: 'Wait.' }, headers: { 'retry-after': '2' } };

    it('is repeated with the same key until there is a response', async () => {
      const requests = fakeServer(() => (requests.length < 4 ? atWork : records({ version: 1 })));
      const saved = save({ a: 1 }, 'key-of-act');
      await vi.advanceTimersByTimeAsync(6000);
      expect(await saved).toEqual({ version: 1 });
      expect(requests.map(({ headers, body }) => [headers['Idempotency-Key'], body])).toEqual(
        Array.from({ length: 4 }, () => ['key-of-act', { a: 1 }]),
      );
    });

    it('fails after ten seconds', async () => {
      const requests = fakeServer(() => atWork);
      const saved = expect(save({})).rejects.toMatchObject({ code: 'inProgress' });
      await vi.advanceTimersByTimeAsync(10_000);
      await saved;
      expect(requests).toHaveLength(6);
    });
  });

  describe("while the server's database is down", () => {
    beforeEach(() => void vi.useFakeTimers());
    afterEach(() => void vi.useRealTimers());
    const away = { status: 503, data: { code: 'unavailable', message: 'Wait.' }, headers: { 'retry-after': '2' } };

    it('is repeated with the same key, and reports that the save is late', async () => {
      const listener = vi.fn();
      const stop = watchLateSaves(listener);
      const requests = fakeServer(() => (requests.length < 3 ? away : records({ version: 1 })));
      const saved = save({ a: 1 }, 'key-of-act');
      await vi.advanceTimersByTimeAsync(4000);
      expect(await saved).toEqual({ version: 1 });
      expect(new Set(requests.map(({ headers }) => headers['Idempotency-Key']))).toEqual(new Set(['key-of-act']));
      expect(listener).toHaveBeenCalledTimes(2);
      stop();
    });

    it('reports no late save if it only reads, and fails after half a minute', async () => {
      const listener = vi.fn();
      const stop = watchLateSaves(listener);
      const requests = fakeServer(() => away);
      const read = expect(statusOf('a')).rejects.toMatchObject({ code: 'unavailable' });
      await vi.advanceTimersByTimeAsync(30_000);
      await read;
      expect(requests).toHaveLength(16);
      expect(listener).not.toHaveBeenCalled();
      stop();
    });

    it("isn't repeated without a key, because it may have taken effect", async () => {
      const requests = fakeServer(() => away);
      await expect(login('x')).rejects.toMatchObject({ code: 'unavailable' });
      expect(requests).toHaveLength(1);
    });
  });

  it('sends the idempotency key, the same for a retry', async () => {
    const requests = fakeServer(() => records(null));
    const key = createKey();
    await save({}, key);
    await save({}, key);
    await save({});
    const keys = requests.map(({ headers }) => headers['Idempotency-Key']);
    expect(keys[0]).toBe(keys[1]);
    expect(keys[2]).not.toBe(key);
  });
});

describe('a stale token', () => {
  it('is refreshed once for all waiting calls, and each is repeated', async () => {
    const requests = serverWith('new', () => new Promise((resolve) => setTimeout(() => resolve(renewed), 20)));
    const answers = await Promise.all(['a', 'b', 'c'].map(statusOf));
    expect(answers).toEqual(['a', 'b', 'c'].map(pathOf));
    expect(requests.filter(({ url }) => url === '/users/refreshToken')).toHaveLength(1);
    expect(session.renew).toHaveBeenCalledExactlyOnceWith({ token: 'new', refreshToken: 'refresh-2' });
  });

  it('is refreshed with the refresh token in the body and no authorization header', async () => {
    const requests = serverWith('new', () => renewed);
    await statusOf('a');
    const refresh = requests.find(({ url }) => url === '/users/refreshToken');
    expect(refresh?.body).toEqual({ refreshtoken: 'refresh-1' });
    expect(refresh?.headers.authorization).toBeUndefined();
  });

  it('keeps the body of the repeated call', async () => {
    const requests = serverWith('new', () => renewed);
    await save({ version: 3, list: ['a'] });
    expect(requests.at(-1)).toMatchObject({ url: '/users/changePassword', body: { version: 3, list: ['a'] } });
  });

  it("isn't refreshed again when another tab has done so", async () => {
    const requests = fakeServer(({ url, headers }) => {
      session.renew({ token: 'new', refreshToken: 'refresh-2' });
      return headers.authorization === 'new' ? records(url) : stale;
    });
    expect(await statusOf('a')).toBe(pathOf('a'));
    expect(requests.map(({ url }) => url)).toEqual([pathOf('a'), pathOf('a')]);
  });

  it('fails if the repeated call is refused too', async () => {
    const requests = fakeServer(({ url }) => (url === '/users/refreshToken' ? renewed : stale));
    await expect(statusOf('a')).rejects.toMatchObject({ status: 401, code: 'staleSession' });
    expect(requests.filter(({ url }) => url === pathOf('a'))).toHaveLength(2);
  });

  it('asks for the password once when the refresh is refused, then continues', async () => {
    session.logInAgain.mockImplementation(async () => {
      session.renew({ token: 'new', refreshToken: 'refresh-9' });
      return true;
    });
    serverWith('new', () => stale);
    expect(await Promise.all([statusOf('a'), statusOf('b')])).toEqual([pathOf('a'), pathOf('b')]);
    expect(session.logInAgain).toHaveBeenCalledOnce();
  });

  it('fails with the first refusal if no password is entered', async () => {
    serverWith('new', () => stale);
    await expect(statusOf('a')).rejects.toMatchObject({ status: 401, message: 'Your session has ended.' });
  });

  it('retries a lost refresh with the same token', async () => {
    const answers = [undefined, renewed];
    const requests = serverWith('new', () => answers.shift());
    expect(await statusOf('a')).toBe(pathOf('a'));
    const bodies = requests.filter(({ url }) => url === '/users/refreshToken').map(({ body }) => body);
    expect(bodies).toEqual([{ refreshtoken: 'refresh-1' }, { refreshtoken: 'refresh-1' }]);
  });

  it('keeps the session when the refresh fails for lack of network', async () => {
    serverWith('new', () => undefined);
    await expect(statusOf('a')).rejects.toMatchObject({ status: 0 });
    expect(session.logInAgain).not.toHaveBeenCalled();
    expect(session.refuse).not.toHaveBeenCalled();
  });

  it('is refreshed again by the next call after a refused refresh', async () => {
    const answers = [stale, renewed];
    serverWith('new', () => answers.shift());
    await expect(statusOf('a')).rejects.toMatchObject({ status: 401 });
    expect(await statusOf('b')).toBe(pathOf('b'));
  });
});

describe('a wrong password', () => {
  it("isn't treated as a stale token", async () => {
    const requests = fakeServer(() => ({ status: 401, data: { success: false, message: 'Invalid Credentials.' } }));
    await expect(login('x')).rejects.toMatchObject({
      status: 401,
      message: 'Invalid Credentials.',
    });
    expect(requests).toHaveLength(1);
  });
});

describe('a refused session (406)', () => {
  it('is passed to the session with its code', async () => {
    fakeServer(() => ({ status: 406, data: { success: false, code: 'revoked', message: 'Withdrawn.' } }));
    await expect(statusOf('a')).rejects.toMatchObject({ status: 406, code: 'revoked' });
    expect(session.refuse).toHaveBeenCalledExactlyOnceWith('revoked');
  });

  it("doesn't end a session if it's about an entry link", async () => {
    fakeServer(() => ({ status: 406, data: { success: false, code: 'revoked', message: 'Withdrawn.' } }));
    await expect(request('GET /users/registrationpage', { session: 'none' })).rejects.toMatchObject({ status: 406 });
    expect(session.refuse).not.toHaveBeenCalled();
  });
});

describe('ApiError', () => {
  const failWith = async (answer: Parameters<typeof fakeServer>[0]): Promise<ApiError> => {
    fakeServer(answer);
    const error = await statusOf('a').catch((cause: unknown) => cause);
    expect(error).toBeInstanceOf(ApiError);
    return error as ApiError;
  };

  it('has the pointers and messages of a 422', async () => {
    const errors = [{ path: '/applicant/first_name', message: 'Required' }];
    const error = await failWith(() => ({ status: 422, data: { code: 'invalid', message: 'Please correct', errors } }));
    expect(error).toMatchObject({ status: 422, code: 'invalid', message: 'Please correct', fieldErrors: errors });
  });

  it('has the stored answers of a 409', async () => {
    const error = await failWith(() => ({ status: 409, data: { message: 'Changed', records: { version: 4 } } }));
    expect(error).toMatchObject({ status: 409, records: { version: 4 } });
  });

  it('has the waiting time of a 429', async () => {
    const error = await failWith(() => ({ status: 429, data: { message: 'Wait' }, headers: { 'retry-after': '30' } }));
    expect(error.retryAfter).toBe(30);
  });

  it('is created for `success: false` with status 200', async () => {
    const error = await failWith(() => ({ data: { status: 200, success: false, message: 'Not now', records: null } }));
    expect(error).toMatchObject({ status: 200, message: 'Not now' });
  });

  it.each([
    ['a page of a proxy', { status: 502, data: '<html>Bad gateway</html>' }],
    ['nothing at all', { status: 500, data: '' }],
    ['members of other types', { status: 500, data: { message: 5, errors: 'x', code: [] } }],
  ])('shows a general message instead of %s', async (_, answer) => {
    const error = await failWith(() => answer);
    expect(error).toMatchObject({ status: answer.status, message: 'Something went wrong!', fieldErrors: undefined });
  });

  it('has status 0 and a message about the connection if no response came', async () => {
    const error = await failWith(() => undefined);
    expect(error.status).toBe(0);
    expect(error.message).toContain('connection');
  });
});
