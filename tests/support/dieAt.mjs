// Loaded before a server (`node --import`). Kills the process before or after the effect that KILL_AT describes.
// killPoints.ts lists the effects.
import fs from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';
import pg from 'pg';

// Deleted, so the server's threads and child processes don't inherit it.
const { before, after, since } = JSON.parse(process.env.KILL_AT ?? '{}');
delete process.env.KILL_AT;
delete process.env.NODE_OPTIONS;

const [early, late, condition] = [before, after, since].map((pattern) => pattern && new RegExp(pattern));

const die = () => process.kill(process.pid, 'SIGKILL');

/** Runs `work`. `said` describes its effect. Kills the process before or after `work` if KILL_AT matches `said`. */
async function has(said, work) {
  if (early?.test(said)) die();
  const result = await work();
  if (late?.test(said)) die();
  return result;
}

for (const name of ['open', 'rename']) {
  const original = fs[name];
  fs[name] = (...args) => has(`${name} ${name === 'rename' ? args[1] : args[0]}`, () => original(...args));
}
syncBuiltinESMExports();

const { fetch } = globalThis;
globalThis.fetch = (input, init) =>
  has(`${input.method ?? init?.method} ${input.url ?? input}`, () => fetch(input, init));

const { query } = pg.Client.prototype;
const ready = new WeakSet();

/** `save-step with open as … -- 1042 income`: the statement's name, its text and its values. */
function describe(statement, values) {
  const { name, text = statement, values: own = values } = statement;
  const plain = Array.isArray(own) ? own.flat().filter((one) => ['string', 'number'].includes(typeof one)) : [];
  return `${name ? `${name} ` : ''}${String(text)} -- ${plain.join(' ')} `;
}

pg.Client.prototype.query = function dyingQuery(statement, ...rest) {
  const said = describe(statement, rest[0]);
  if (condition?.test(said)) ready.add(this);
  const counts = !condition || ready.has(this);
  if (counts && early?.test(said)) die();
  if (!counts || !late?.test(said)) return query.call(this, statement, ...rest);
  const done = rest.findLast((one) => typeof one === 'function');
  if (!done) return query.call(this, statement, ...rest).then(die);
  return query.call(this, statement, ...rest.map((one) => (one === done ? die : one)));
};
