import pg from 'pg';

export interface Statement {
  text: string;
  values: unknown[];
}

interface Prototype {
  query(...args: unknown[]): unknown;
}

/** Records what `work` sends to the database, in order. */
export async function captureStatements(work: () => Promise<void>): Promise<Statement[]> {
  const prototype = pg.Client.prototype as unknown as Prototype;
  const { query } = prototype;
  const statements: Statement[] = [];
  prototype.query = function (this: unknown, ...args: unknown[]) {
    const [statement, values = []] = args;
    const { text, values: own } =
      typeof statement === 'string' ? { text: statement, values } : (statement as Statement);
    statements.push({ text, values: (own ?? values) as unknown[] });
    return query.apply(this, args);
  };
  await work().finally(() => {
    prototype.query = query;
  });
  return statements;
}

/** Returns the statements as a pgbench script. Each client submits its own applications. */
export function toPgbench(statements: readonly Statement[], model: string, start: number, each: number): string {
  const lines = statements.map(({ text, values }) => {
    const sql = fill(text, isAudit(text) ? followLocked(values) : values)
      .replaceAll(model, 'seed:n')
      .replace(/\s+/g, ' ');
    return text.includes('as chain') ? `${sql} \\gset` : `${sql};`;
  });
  return [`\\set n ${start} + :client_id * ${each} + :turn`, '\\set turn :turn + 1', ...lines, ''].join('\n');
}

const isAudit = (text: string) => /insert into audit_entry/.test(text);

/** Uses variables from `\gset`. pgbench replaces them even inside quotes. */
function followLocked([, , at, kind, trn, body]: readonly unknown[]): unknown[] {
  return [':subscriber_id', NEXT, at, kind, trn, body, ':hash', HASH];
}

class Expression {
  constructor(readonly sql: string) {}
}
const NEXT = new Expression(':seq + 1');
/** As long as a hash, and different for each application. */
const HASH = new Expression("encode(sha256('seed:n'::bytea), 'hex')");

/** `('select $1', ['a'])` → `"select 'a'"` */
function fill(text: string, values: readonly unknown[]): string {
  return text.replace(/\$(\d+)/g, (_, n) => toSql(values[Number(n) - 1]));
}

function toSql(value: unknown): string {
  if (value === null || value === undefined) return 'null';
  if (value instanceof Expression) return value.sql;
  if (value instanceof Date) return `'${value.toISOString()}'`;
  if (Buffer.isBuffer(value)) return `'\\x${value.toString('hex')}'`;
  if (Array.isArray(value)) return quote(`{${value.map((one) => JSON.stringify(String(one))).join(',')}}`);
  return quote(typeof value === 'object' ? JSON.stringify(value) : String(value));
}

const quote = (text: string) => `'${text.replaceAll("'", "''")}'`;
