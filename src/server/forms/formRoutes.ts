import type { FastifyInstance } from 'fastify';
import type { Deps } from '../deps';
import { refuse } from '../http/errors';
import { answer } from '../http/reply';
import { languageOf } from './languages';

/** The forms of the steps and the compiled modules of their rules. */
export function formRoutes(api: FastifyInstance, deps: Deps): void {
  api.get<{ Params: { step: string } }>('/forms/application/:step', async (request) =>
    answer(await deps.forms.formOf('application', request.params.step, request.applicant, languageOf(request))),
  );

  api.get<{ Params: { step: string } }>('/forms/success/:step', async (request) =>
    answer(await deps.forms.formOf('success', request.params.step, request.applicant, languageOf(request))),
  );

  api.get<{ Params: { file: string } }>(
    '/forms/validators/:file',
    { config: { open: true } },
    async ({ params }, reply) => {
      const hash = /^([0-9a-f]{40})\.js$/.exec(params.file)?.[1];
      const code = hash && (await deps.forms.validatorCode(hash));
      if (!code) throw refuse('notFound');
      return reply
        .header('cache-control', 'public, max-age=31536000, immutable')
        .type('text/javascript; charset=utf-8')
        .send(code);
    },
  );
}
