import type pg from 'pg';
import { failSpan, startChild } from './spans';

type Query = (...args: unknown[]) => unknown;
type Callback = (error: unknown, result: unknown) => void;

/** Adds a span per statement. Parameter values aren't recorded. */
export function traceQueries(db: pg.Pool): void {
  db.on('connect', (client) => {
    const query = client.query.bind(client) as Query;
    client.query = ((...args: unknown[]) => traced(query, args)) as typeof client.query;
  });
}

function traced(query: Query, args: unknown[]): unknown {
  const [statement] = args;
  const text = typeof statement === 'string' ? statement : ((statement as { text?: string } | undefined)?.text ?? '');
  const span = startChild(nameSpan(text), {
    'db.system.name': 'postgresql',
    'db.query.text': text.replace(/\s+/g, ' '),
  });
  if (!span) return query(...args);
  const end = (error?: unknown): void => {
    if (error) failSpan(span, error);
    span.end();
  };
  const last = args.at(-1);
  if (typeof last === 'function') {
    const done: Callback = (error, result) => {
      end(error);
      (last as Callback)(error, result);
    };
    return query(...args.slice(0, -1), done);
  }
  const answer = query(...args);
  if (answer instanceof Promise) answer.then(() => end(), end);
  else end();
  return answer;
}

/** `'select name from account where …'` → `'select account'` */
function nameSpan(text: string): string {
  const [, verb = 'sql'] = /^\s*(\w+)/.exec(text) ?? [];
  const [, table = ''] = /\b(?:from|into|update)\s+(\w+)/i.exec(text) ?? [];
  return `${verb} ${table}`.trim();
}
