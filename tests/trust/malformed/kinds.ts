import type { RawAnswer, RawRequest } from '../support/rawRequest';

/** Kinds of requests that must occur (slow bodies are separate), recognized by their content. */
const kinds: Record<string, (request: RawRequest, body: string) => boolean> = {
  depth: (_, body) => body.includes('['.repeat(41)) || body.includes('{"a":'.repeat(41)),
  size: ({ body }) => (body?.length ?? 0) > 256 * 1024,
  NUL: ({ path }, body) => /\\u0000|\0/.test(body) || path.includes('%00'),
  'lone surrogates': ({ path }, body) => LONE_SURROGATE_ESCAPE.test(body) || path.includes('%ed%a0%80'),
  'duplicate keys': (_, body) => /"trn_id":.*"trn_id":|"a":1,"a":2/s.test(body),
  __proto__: ({ path }, body) => body.includes('__proto__') || path.includes('__proto__'),
  'truncated multipart': (request, body) => isMultipart(request) && !body.endsWith('--\r\n'),
  'thousand-part multipart': (request, body) => isMultipart(request) && body.split('content-disposition').length > 1000,
};

const LONE_SURROGATE_ESCAPE = /\\ud[89ab][0-9a-f]{2}(?!\\ud[c-f])|(?<!\\ud[89ab][0-9a-f]{2})\\ud[c-f][0-9a-f]{2}/;

const isMultipart = ({ headers }: RawRequest): boolean =>
  headers.some(([name, value]) => name === 'content-type' && value.startsWith('multipart/form-data; boundary='));

/** Requests of each kind that reached a parser or a handler. */
export type Reached = Record<string, number>;

export const noneReached = (): Reached => Object.fromEntries(['all', ...Object.keys(kinds)].map((kind) => [kind, 0]));

/** Counts a request under its kinds, unless it was rejected before its invalid part was read. */
export function countReached(reached: Reached, request: RawRequest, answer: RawAnswer): void {
  if (isTurnedAway(answer)) return;
  const body = request.body?.subarray(0, request.cutAt).toString('latin1') ?? '';
  const names = Object.keys(kinds).filter((kind) => kinds[kind]?.(request, body));
  for (const name of ['all', ...names]) reached[name] = (reached[name] ?? 0) + 1;
}

/** True if it was rejected for its session, phone key or address. */
const isTurnedAway = ({ status, body }: RawAnswer): boolean =>
  (status === 401 && /"code":"(noSession|scanEnded)"/.test(body)) ||
  (status === 404 && body.includes('"code":"notFound"'));
