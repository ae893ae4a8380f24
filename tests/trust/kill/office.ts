import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import { setTimeout as wait } from 'node:timers/promises';
import { findRoot, readConfig } from '../../../src/server/platform/config';
import { openDatabase } from '../../../src/server/platform/db/database';
import { type CommandResult, runOnServer } from '../../../src/server/platform/db/operatorSocket';
import { runCommand } from '../../../src/tools/portal/runCommand';
import type { TrustEngine } from '../support/engines';

interface ReceivedWebhook {
  id: string;
  type: string;
  application: string;
}

/** Starts a landlord's system. While the server dies, it must get each event at least once and in order. */
export async function listenAsOffice(engine: TrustEngine, folder: string) {
  const webhooks: ReceivedWebhook[] = [];
  const server = createServer(async (request, response) => {
    const { type, data } = (await json(request)) as { type: string; data: { application: string } };
    webhooks.push({ id: String(request.headers['webhook-id']), type, application: data.application });
    response.writeHead(204).end();
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const { port } = server.address() as AddressInfo;
  const added = await command(engine, folder, ['webhook', 'add', 'demo', `http://127.0.0.1:${port}/`]);
  if (added.code !== 0) throw new Error(added.error);
  const count = (trn: string, type: string) =>
    new Set(webhooks.filter((one) => one.application === trn && one.type === type).map(({ id }) => id)).size;
  return {
    close: () => void server.close(),
    /** Counts an application's events of a type. */
    count,
    /** Lists this application's missing or out-of-order events. */
    async verify(trn: string): Promise<string[]> {
      const list = () => command(engine, folder, ['webhook', 'deliveries', 'demo', '--last', '999']);
      let lines: string[] = [];
      for (let tries = 0; tries < 450; tries += 1) {
        lines = (await list()).lines.slice(1);
        if (lines.every((line) => / delivered /.test(line))) break;
        await wait(100);
      }
      const inOrder = lines.map((line) => /(msg_\S+)/.exec(line)?.[1] ?? '').reverse();
      const own = webhooks.filter(({ application }) => application === trn);
      const eventIds = [...new Set(own.map(({ id }) => id))];
      const missed = inOrder.filter((id) => !webhooks.some((one) => one.id === id));
      return [
        ...missed.map((id) => `the office was never notified of ${id}`),
        ...lines.filter((line) => !/ delivered /.test(line)).map((line) => `never delivered: ${line}`),
        ...['payment.settled', 'application.submitted']
          .filter((type) => count(trn, type) !== 1)
          .map((type) => `${trn} has ${count(trn, type)} events ${type}`),
        ...(count(trn, 'document.added') < 1 ? [`the office wasn't notified of any file of ${trn}`] : []),
        ...(eventIds.join() === inOrder.filter((id) => eventIds.includes(id)).join()
          ? []
          : ['events arrived out of order']),
      ];
    },
  };
}

/** Runs an operator's command, in the running server if it holds the database. */
export async function command({ url }: TrustEngine, folder: string, args: string[]): Promise<CommandResult> {
  if (!url) return (await runOnServer(folder, { args, cwd: folder })) ?? { lines: [], error: 'no server', code: 1 };
  const { db, close } = await openDatabase(url, folder);
  const config = readConfig({ DATA_DIR: folder, DATABASE_URL: url }, findRoot());
  return runCommand({ db, config, cwd: folder }, args).finally(close);
}
