import type { Envelope } from '../contract/call';
import type { Records } from '../contract/contract';
import { addressOf, client } from './client';

type Followed = 'GET /office/applications' | 'GET /office/applications/:id';

interface Known {
  tag: string;
  records: unknown;
}

/** So many answers are remembered: an open page asks for one of them, a long list for some. */
const MOST = 20;
const NOT_CHANGED = 304;

const known = new Map<string, Known>();

/** Nobody who comes after finds what was read. */
export function forgetAnswers(): void {
  known.clear();
}

/**
 * Makes a call of the office that is repeated as long as its page is open: where nothing is new, the server says only that, and what is
 * known comes back. Rejects with an ApiError.
 */
export async function askAgain<Name extends Followed>(
  name: Name,
  { params, query }: { params?: Record<string, string>; query?: Record<string, unknown> },
): Promise<Records<Name>> {
  const url = addressOf(name, params);
  const place = JSON.stringify([url, query, document.documentElement.lang]);
  const last = known.get(place);
  const { status, data, headers } = await client.get<Envelope<Records<Name>>>(url, {
    session: 'none',
    params: query,
    headers: last && { 'If-None-Match': last.tag },
    validateStatus: (code) => (code >= 200 && code < 300) || (last !== undefined && code === NOT_CHANGED),
  });
  // What stands under a place is what this call was answered there.
  if (last && status === NOT_CHANGED) return last.records as Records<Name>;
  known.delete(place);
  const tag = String(headers.etag ?? '');
  if (tag) known.set(place, { tag, records: data.records });
  for (const oldest of known.keys()) if (known.size > MOST) known.delete(oldest);
  return data.records;
}
