import type pg from 'pg';
import { type Column, describeStatement } from './describeStatement';
import type { DeclaredColumn, Statement } from './findStatements';

export interface Checked {
  problems: string[];
  /** Fields declared as never null although their column can be null: `'jobRepository.error'`. */
  nullable: string[];
}

/** Compares each statement's columns with its declared row type. */
export async function checkRows(client: pg.PoolClient, statements: readonly Statement[]): Promise<Checked> {
  const checked: Checked = { problems: [], nullable: [] };
  for (const statement of statements) {
    const failures: unknown[] = [];
    for (const text of statement.texts) {
      const columns = await describeStatement(client, text).catch((error) => void failures.push(error));
      if (columns) compare(statement, columns, checked);
    }
    // Some combinations of a table and its columns are never sent.
    if (failures.length && failures.length === statement.texts.length)
      checked.problems.push(`${statement.place}: ${failures[0]}`);
  }
  return checked;
}

function compare(statement: Statement, columns: Column[], { problems, nullable }: Checked): void {
  const { place, columns: declared, usesRows, texts } = statement;
  if (!declared && usesRows && columns.length) problems.push(`${place}: rows without a type`);
  for (const one of declared ?? []) {
    const found = columns.find(({ name }) => name === one.name);
    const difference = describeDifference(one, found);
    if (difference) problems.push(`${place}: ${one.name} ${difference}`);
    if (found?.mayBeNull && !one.mayBeNull) nullable.push(`${/(\w+)\.ts:/.exec(place)?.[1]}.${one.name}`);
  }
  const isExact = declared?.length && !texts.some((text) => text.includes('*'));
  const more = columns.filter(({ name }) => !declared?.some((one) => one.name === name));
  if (isExact) problems.push(...more.map(({ name }) => `${place}: ${name} isn't declared`));
}

function describeDifference({ types, mayBeMissing }: DeclaredColumn, found?: Column): string | undefined {
  if (!found) return mayBeMissing ? undefined : "isn't selected";
  const isJson = found.type === 'any' && !types.some((type) => type === 'Date' || type === 'Buffer');
  return isJson || types.includes(found.type) ? undefined : `is ${found.type}, declared as ${types.join(' | ')}`;
}
