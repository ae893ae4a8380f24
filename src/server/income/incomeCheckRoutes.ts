import type { FastifyInstance } from 'fastify';
import texts from '../../../schemas/texts/checks.json';
import type { Deps } from '../deps';
import { languageOf } from '../forms/languages';
import { answer, bodyOf } from '../http/reply';

import { answerCheck } from './answerCheck';
import { awaitChecks } from './awaitChecks';

const tags = ['Income checks'];

/** What the checks say of the income documents, and the applicant's words on it (spec 002 §1, §3). */
export function incomeCheckRoutes(api: FastifyInstance, deps: Deps): void {
  api.get<{ Params: { trn: string }; Querystring: { known?: string } }>(
    '/income/checks/:trn',
    { schema: { tags, summary: 'What was read in the income documents and what the checks say of it' } },
    async (request) => {
      const language = deps.forms.languages[languageOf(request)];
      return answer(await awaitChecks(deps, request.applicant, request.query.known, language));
    },
  );

  api.post<{ Body: { id: number; answer: string } }>(
    '/income/checkanswer',
    { schema: { tags, summary: "The applicant's words on a failed check", body: ANSWER_BODY } },
    async (request) => {
      const given = { ...request.body, answer: request.body.answer.trim() };
      const language = deps.forms.languages[languageOf(request)];
      return answer(await answerCheck(deps, request.applicant.trn, given, language), texts.answered);
    },
  );
}

const ANSWER_BODY = bodyOf(
  { id: { type: 'integer', minimum: 1 }, answer: { type: 'string', pattern: '\\S', maxLength: 1000 } },
  { trn_id: { type: 'string' } },
);
