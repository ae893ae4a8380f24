/** Blocks its thread forever, like a decoder with a malicious file. */
export default function turnRound() {
  for (;;);
}
