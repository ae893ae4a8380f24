import type { FastifyInstance } from 'fastify';
import { bounds, extentOf } from '../../model/bounds';
import { SEALED } from '../crypto/sealedAnswers';
import { refuse } from './errors';

/**
 * Refuses what no form holds and no column can keep: the NUL character, half a character, members nested without end, more of them
 * than any form has, and the member by which this server knows what it sealed. How deep and how wide JSON is, is judged by its text,
 * before it is parsed.
 */
export function refuseUnusable(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error');
  app.removeContentTypeParser('application/json');
  app.addContentTypeParser<string>('application/json', { parseAs: 'string' }, (request, body, done) => {
    const extent = extentOf(body);
    if (extent !== 'within') return done(refuse(extent === 'deep' ? 'badRequest' : 'tooLarge'));
    return parse(request, body, done);
  });
  app.addHook('preValidation', async ({ params, query, body, headers }) => {
    const entry = decoded(headers.entry);
    for (const part of [params, query, body, entry]) if (!isUsable(part)) throw refuse('badRequest');
  });
}

/**
 * Whether every text in a parsed body can be stored and none of its members lies too deep:
 * `{ a: ['x'] }` → true, `{ a: '\u0000' }` → false. Calls itself nowhere, since the body may be as deep as it is long.
 */
export function isUsable(whole: unknown): boolean {
  let level: unknown[] = [whole];
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth > bounds.depth || !level.every(isStorable)) return false;
    level = level.flatMap(membersOf);
  }
  return true;
}

function isStorable(one: unknown): boolean {
  if (typeof one === 'string') return one.isWellFormed() && !one.includes('\0');
  return typeof one !== 'object' || one === null || !Object.hasOwn(one, SEALED);
}

/** The members of an object, their names among them. */
function membersOf(one: unknown): unknown[] {
  if (typeof one !== 'object' || one === null || Buffer.isBuffer(one)) return [];
  return Array.isArray(one) ? one : [...Object.keys(one), ...Object.values(one)];
}

/** The path of an entry page comes with its escapes; one that is broken stands for itself and is looked up as it is. */
function decoded(header: unknown): string {
  try {
    return decodeURIComponent(String(header ?? ''));
  } catch {
    return String(header);
  }
}
