/** Waits one and a half seconds without using the CPU, or forever if the content is empty. */
export default async function wait(content) {
  if (content.length === 0) await new Promise((resolve) => setTimeout(resolve, 1e8));
  await new Promise((resolve) => setTimeout(resolve, 1500));
  return 'waited 1500 ms';
}
