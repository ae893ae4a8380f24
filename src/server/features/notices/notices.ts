import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { notices as contract } from '../../../contract/notices';
import type { ApplicationDeps } from '../../applications/applicationDeps';
import type { Feature } from '../../applications/feature';
import { appLanguageOf } from '../../forms/languages';
import { answer, routesOf } from '../../platform/http/routesOf';
import { noticeMessages } from './applicantLetter';
import { confirmNotice } from './confirmNotice';
import { drawTermsPdf } from './drawTermsPdf';
import { drawTestPdf } from './drawTestPdf';
import { readNotices } from './readNotices';

/** Notices that local law requires applicants to confirm (schemas/jurisdictions). */
export const notices = { routes: noticeRoutes } satisfies Feature;

function noticeRoutes(api: FastifyInstance, deps: ApplicationDeps): void {
  const on = routesOf(api, deps, contract);

  on('GET /notices/:trn', async (request) =>
    answer(await readNotices(deps, request.applicant.trn, appLanguageOf(request, deps.forms.languages))),
  );

  on('GET /notices/pdf/:trn', (request, reply) => sendPdf(request, reply, 'pdf', drawTestPdf));

  on('GET /notices/terms/:trn', (request, reply) => sendPdf(request, reply, 'terms', drawTermsPdf));

  on('POST /notices/confirm', async (request) => {
    const { applicant, body, ip } = request;
    const language = appLanguageOf(request, deps.forms.languages);
    await confirmNotice(deps, { ...body, trn: applicant.trn, ip, language });
    return answer(await readNotices(deps, applicant.trn, language));
  });
  async function sendPdf(
    request: FastifyRequest,
    reply: FastifyReply,
    kind: 'pdf' | 'terms',
    draw: typeof drawTestPdf,
  ) {
    const { trn } = request.applicant;
    const language = appLanguageOf(request, deps.forms.languages);
    await deps.limits.take('export', { account: trn, address: request.ip });
    const content = await draw(deps, trn, language);
    return reply
      .headers({
        'content-type': 'application/pdf',
        'content-disposition': `attachment; filename="${noticeMessages(deps, language)[kind].file}"`,
        'cache-control': 'private, no-store',
      })
      .send(content);
  }
}
