import { setTimeout as pause } from 'node:timers/promises';

/** Array buffers, which no bound on the heap counts; small steps, as a decoder takes them. */
export default async function take() {
  const taken = [];
  for (;;) {
    taken.push(new Uint8Array(20_000_000).fill(1));
    await pause(5);
  }
}
