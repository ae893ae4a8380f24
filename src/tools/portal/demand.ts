import { CommandError, type Given, type Portal } from './command';
import { findInProperty, findOwned, findSubscriber, type OwnedTable } from './operatorStore';

type Row = Record<string, unknown>;

/** The rows that a command's places name. Each throws a CommandError that says how to see what there is. */
export async function demandSubscriber({ db }: Portal, { subscriber = '' }: Given): Promise<Row> {
  return found(await findSubscriber(db, subscriber), `subscriber '${subscriber}'`, 'subscriber list');
}

export async function demandOwned(portal: Portal, table: OwnedTable, given: Given): Promise<Row> {
  await demandSubscriber(portal, given);
  const { subscriber = '', [table]: code = '' } = given;
  const row = await findOwned(portal.db, table, subscriber, code);
  return found(row, `${table} '${code}' at '${subscriber}'`, `${table} list ${subscriber}`);
}

export async function demandInProperty(portal: Portal, table: 'floor' | 'unit', given: Given): Promise<Row> {
  const property = await demandOwned(portal, 'property', given);
  const { subscriber, property: place, [table]: code = '' } = given;
  const row = await findInProperty(portal.db, table, property.id, code);
  return found(row, `${table} '${code}' in '${place}'`, `${table} list ${subscriber} ${place}`);
}

function found(row: Row | undefined, name: string, list: string): Row {
  if (!row) throw new CommandError(`There is no ${name}. See: npm run portal -- ${list}`);
  return row;
}
