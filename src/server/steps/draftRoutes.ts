import type { FastifyInstance } from 'fastify';
import type { Answers } from '../../model/types';
import type { Deps } from '../deps';
import { answer } from '../http/reply';
import type { DraftMark } from './draftStore';
import { findDraft, keepDraft } from './keepDraft';

type Place = { Params: { trn: string; section: string } };
type Put = Place & { Body: { answers: Answers; mark?: DraftMark } };

const tags = ['Drafts'];

/** What was typed and not yet saved, per section; judged by nothing but its size (api.md, drafts). */
export function draftRoutes(api: FastifyInstance, deps: Deps): void {
  api.get<Place>(
    '/drafts/:trn/:section',
    { schema: { tags, summary: 'What was typed into a section' } },
    async ({ params, applicant }) => answer((await findDraft(deps, applicant, params.section)) ?? null),
  );

  api.put<Put>(
    '/drafts/:trn/:section',
    { schema: { tags, summary: 'Keeps what is typed into a section', body: DRAFT_BODY }, bodyLimit: MOST_BYTES },
    async ({ params, body, applicant }) =>
      answer({ stamp: await keepDraft(deps, applicant, params.section, body.answers, body.mark) }),
  );
}

// A drawn signature is part of its section's draft.
const MOST_BYTES = 1_000_000;

const DRAFT_MARK = {
  type: 'object',
  required: ['page', 'at', 'was'],
  properties: {
    page: { type: 'string', minLength: 1, maxLength: 64 },
    at: { type: 'integer', minimum: 0, maximum: Number.MAX_SAFE_INTEGER },
    was: { type: 'string', minLength: 1, maxLength: 128 },
  },
  additionalProperties: false,
};

const DRAFT_BODY = {
  type: 'object',
  required: ['answers'],
  properties: { answers: { type: 'object' }, mark: DRAFT_MARK },
  additionalProperties: false,
};
