import { describe, expect, it } from 'vitest';
import { ApiError } from '../../src/api/apiError';
import { createIdempotentCall } from '../../src/api/idempotentCall';

const lost = () => Promise.reject(new ApiError(0, 'No answer'));
const refused = () => Promise.reject(new ApiError(422, 'Refused'));
const returnKey = (key: string) => Promise.resolve(key);

/** Runs the call and returns the key that it used. */
async function keyOf(
  act: ReturnType<typeof createIdempotentCall>,
  content: unknown,
  answer: (key: string) => Promise<unknown>,
) {
  let used = '';
  await act(content, (key) => {
    used = key;
    return answer(key);
  }).catch(() => undefined);
  return used;
}

describe('an idempotent call', () => {
  it('reuses its key when no answer came', async () => {
    const act = createIdempotentCall();
    const first = await keyOf(act, { a: 1 }, lost);
    expect(await keyOf(act, { a: 1 }, lost)).toBe(first);
    expect(await keyOf(act, { a: 1 }, returnKey)).toBe(first);
  });

  it.each([
    ['an answer', returnKey],
    ['a refusal', refused],
  ])('has a new key after %s', async (_, answer) => {
    const act = createIdempotentCall();
    const first = await keyOf(act, { a: 1 }, answer);
    expect(await keyOf(act, { a: 1 }, returnKey)).not.toBe(first);
  });

  it('has another key for other content', async () => {
    const act = createIdempotentCall();
    const first = await keyOf(act, { a: 1 }, lost);
    expect(await keyOf(act, { a: 2 }, returnKey)).not.toBe(first);
  });

  it('has another key while the first call runs', async () => {
    const act = createIdempotentCall();
    const [one, two] = await Promise.all([act({ a: 1 }, returnKey), act({ a: 1 }, returnKey)]);
    expect(one).not.toBe(two);
  });

  it("rejects with the call's error", async () => {
    await expect(createIdempotentCall()({}, refused)).rejects.toMatchObject({ status: 422, message: 'Refused' });
  });
});
