import { createHash, timingSafeEqual } from 'node:crypto';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { PreviewWish } from '../../model/preview';
import type { Config } from '../config';
import type { Deps } from '../deps';
import { refuse } from '../http/errors';
import { answer } from '../http/reply';
import { studioChoices } from './openStudio';
import { previewSection } from './previewSection';

/** For those who edit schemas/: sections under any settings. In development for everyone, elsewhere with the operator's token alone. */
export function studioRoutes(api: FastifyInstance, deps: Deps): void {
  const guard = async (request: FastifyRequest) => refuseStrangers(request, deps.config);
  const options = { config: { open: true }, schema: { hide: true }, onRequest: guard };

  api.get('/studio', options, async () => answer({ ...studioChoices(deps.forms), isLive: !deps.config.production }));

  api.post<{ Body: PreviewWish }>(
    '/studio/section',
    { ...options, schema: { hide: true, body: WISH } },
    async ({ body }) => answer(await previewSection(deps, body)),
  );
}

/** Without a token in the settings there is no Studio outside development; what is asked for then is not found. */
function refuseStrangers({ headers }: FastifyRequest, { production, operatorToken }: Config): void {
  if (!production) return;
  if (!operatorToken) throw refuse('notFound');
  if (typeof headers.operator !== 'string' || !isSame(headers.operator, operatorToken)) throw refuse('noSession');
}

/** Digests are of one length, so that the time taken tells nothing. */
function isSame(given: string, wanted: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(given), digest(wanted));
}

const WISH = {
  type: 'object',
  required: ['section', 'applicationType', 'overlay'],
  additionalProperties: false,
  properties: {
    section: { type: 'string', maxLength: 100 },
    applicationType: { enum: ['Office', 'Agent', 'Property', 'Floor', 'Unit'] },
    language: { type: 'string', pattern: '^[a-z]{2}$' },
    overlay: {
      type: 'object',
      required: ['settings'],
      properties: {
        settings: { type: 'object', additionalProperties: { enum: ['Hide', 'Required', 'Optional'] } },
        texts: { type: 'object' },
      },
    },
  },
};
