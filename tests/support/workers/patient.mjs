/** Computes nothing: waits one and a half seconds, or for ever where it is given nothing. */
export default async function wait(content) {
  if (content.length === 0) await new Promise((resolve) => setTimeout(resolve, 1e8));
  await new Promise((resolve) => setTimeout(resolve, 1500));
  return 'waited 1500 ms';
}
