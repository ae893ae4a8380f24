/** Holds its thread for ever, as a decoder does that was given a trap. */
export default function turnRound() {
  for (;;);
}
