import { setTimeout as pause } from 'node:timers/promises';

/** Fills array buffers, because a heap limit doesn't count them. Takes small steps, like a decoder. */
export default async function take() {
  const taken = [];
  for (;;) {
    taken.push(new Uint8Array(20_000_000).fill(1));
    await pause(5);
  }
}
