import { describe, expect, it } from 'vitest';
import { createAct } from '../../src/api/act';
import { ApiError } from '../../src/api/apiError';

const lost = () => Promise.reject(new ApiError(0, 'No answer'));
const refused = () => Promise.reject(new ApiError(422, 'Refused'));
const taken = (key: string) => Promise.resolve(key);

/** Runs the act and gives back the key it was made under. */
async function keyOf(act: ReturnType<typeof createAct>, content: unknown, answer: (key: string) => Promise<unknown>) {
  let used = '';
  await act(content, (key) => {
    used = key;
    return answer(key);
  }).catch(() => undefined);
  return used;
}

describe('an act', () => {
  it('takes its key up again when no answer came', async () => {
    const act = createAct();
    const first = await keyOf(act, { a: 1 }, lost);
    expect(await keyOf(act, { a: 1 }, lost)).toBe(first);
    expect(await keyOf(act, { a: 1 }, taken)).toBe(first);
  });

  it.each([
    ['an answer', taken],
    ['a refusal', refused],
  ])('is a new one after %s', async (_, answer) => {
    const act = createAct();
    const first = await keyOf(act, { a: 1 }, answer);
    expect(await keyOf(act, { a: 1 }, taken)).not.toBe(first);
  });

  it('has a key of its own for another content', async () => {
    const act = createAct();
    const first = await keyOf(act, { a: 1 }, lost);
    expect(await keyOf(act, { a: 2 }, taken)).not.toBe(first);
  });

  it('is two acts while the first is still on its way', async () => {
    const act = createAct();
    const [one, two] = await Promise.all([act({ a: 1 }, taken), act({ a: 1 }, taken)]);
    expect(one).not.toBe(two);
  });

  it('rejects with what the call rejects with', async () => {
    await expect(createAct()({}, refused)).rejects.toMatchObject({ status: 422, message: 'Refused' });
  });
});
