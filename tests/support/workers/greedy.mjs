import { setTimeout as pause } from 'node:timers/promises';

// Array buffers, which no resource limit of a worker bounds; small steps, as a decoder takes them.
const taken = [];
for (;;) {
  taken.push(new Uint8Array(20_000_000).fill(1));
  await pause(5);
}
