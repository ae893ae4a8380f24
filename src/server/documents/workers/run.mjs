import { Worker } from 'node:worker_threads';

// What every process for hostile bytes begins with: one piece of work comes as a message, one answer goes back.
const [mostBytes, deadlineMs, longestMs] = process.argv.slice(2).map(Number);

/**
 * A thread of its own sees what the main one, deep in a decoder, cannot: too much memory, too much time, a server that is gone. Time is
 * the processor's that it took, so that a good file is good on a busy machine, too.
 */
const guard = `
  const parent = process.ppid;
  const end = Date.now() + ${longestMs};
  const used = () => { const { user, system } = process.cpuUsage(); return (user + system) / 1000; };
  setInterval(() => {
    if (process.memoryUsage.rss() > ${mostBytes} || process.ppid !== parent) process.kill(process.pid, 'SIGKILL');
    if (used() > ${deadlineMs} || Date.now() > end) process.kill(process.pid, 'SIGTERM');
  }, 50);`;
new Worker(guard, { eval: true }).unref();

process.once('message', async ({ name, content, options }) => {
  const message = await import(`./${name}.mjs`)
    .then((worker) => worker.default(content, options))
    .then((answer) => ({ answer }))
    .catch((cause) => ({ error: String(cause?.message ?? cause) }));
  process.send(message, () => process.exit());
});
