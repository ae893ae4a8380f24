import { Worker } from 'node:worker_threads';

const [mostBytes, deadlineMs, longestMs] = process.argv.slice(2).map(Number);

/**
 * A thread can stop the process while a decoder blocks the main thread. SIGTERM means too much CPU time. SIGALRM means
 * that other processes used the CPU.
 */
const guard = `
  const parent = process.ppid;
  const end = Date.now() + ${longestMs};
  const used = () => { const { user, system } = process.cpuUsage(); return (user + system) / 1000; };
  setInterval(() => {
    if (process.memoryUsage.rss() > ${mostBytes} || process.ppid !== parent) process.kill(process.pid, 'SIGKILL');
    if (used() > ${deadlineMs}) process.kill(process.pid, 'SIGTERM');
    if (Date.now() > end) process.kill(process.pid, used() > ${deadlineMs / 2} ? 'SIGTERM' : 'SIGALRM');
  }, 50);`;
new Worker(guard, { eval: true }).unref();

process.once('message', async ({ name, content, options }) => {
  const message = await import(`./${name}.mjs`).then(
    (worker) => decode(worker, content, options),
    // Not the file's fault: the decoder couldn't be loaded.
    (cause) => ({ failure: messageOf(cause) }),
  );
  process.send(message, () => process.exit());
});

async function decode(worker, content, options) {
  try {
    return { answer: await worker.default(content, options) };
  } catch (cause) {
    return { error: messageOf(cause) };
  }
}

const messageOf = (cause) => String(cause?.message ?? cause);
