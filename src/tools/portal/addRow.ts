import type pg from 'pg';
import type { ApplicationType } from '../../model/types';
import { transaction } from '../../server/db/transaction';
import { entryPath } from '../../server/entry/entryLinks';
import { createLinkStore } from '../../server/entry/linkStore';
import { CommandError, type Portal } from './command';
import { insertRow, type LinkTarget } from './operatorStore';

type Row = Record<string, unknown>;

/** Runs `work` as one change; a row that is there already is told as such. */
export async function change(
  portal: Portal,
  name: string,
  work: (client: pg.PoolClient) => Promise<void>,
): Promise<void> {
  try {
    await transaction(portal.db, work);
  } catch (cause) {
    if ((cause as { code?: string }).code !== '23505') throw cause;
    throw new CommandError(`There is already a ${name}`);
  }
}

/** A row with an open entry link to it. */
export async function addWithLink(
  portal: Portal,
  table: 'property' | 'office' | 'agent' | 'floor',
  row: Row,
  link: Pick<LinkTarget, 'type' | 'subscriber_id'> & { value: string; property_id?: number },
): Promise<void> {
  await change(portal, `${table} '${row.code}'`, async (client) => {
    const { id } = await insertRow(client, table, row);
    await insertRow(client, 'entry_link', { ...link, [`${table}_id`]: id });
  });
  portal.print(`${table} '${row.code}' is there.`);
  await printNewest(portal, link.subscriber_id, link.type);
}

/** Prints the address of the newest link of a kind. */
async function printNewest(portal: Portal, subscriber: string, type: ApplicationType): Promise<void> {
  const links = await createLinkStore(portal.db).listOf(subscriber);
  const newest = links.findLast((link) => link.type === type);
  if (newest) portal.print(`Entry link: ${portal.config.appUrl}${entryPath(newest)}`);
}
