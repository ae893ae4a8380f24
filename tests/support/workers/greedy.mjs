import { setTimeout as pause } from 'node:timers/promises';

/** Array buffers, because a heap limit doesn't count them. Small steps, like a decoder's. */
export default async function take() {
  const taken = [];
  for (;;) {
    taken.push(new Uint8Array(20_000_000).fill(1));
    await pause(5);
  }
}
