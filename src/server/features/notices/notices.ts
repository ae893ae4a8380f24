import type { FastifyInstance } from 'fastify';
import { notices as contract } from '../../../contract/notices';
import type { ApplicationDeps } from '../../applications/applicationDeps';
import type { Feature } from '../../applications/feature';
import { appLanguageOf } from '../../forms/languages';
import { answer, routesOf } from '../../platform/http/routesOf';
import { confirmNotice } from './confirmNotice';
import { drawTestPdf } from './drawTestPdf';
import { describeNotices, readNotices } from './readNotices';

/** Notices that local law requires applicants to confirm (schemas/jurisdictions). */
export const notices = { routes: noticeRoutes } satisfies Feature;

function noticeRoutes(api: FastifyInstance, deps: ApplicationDeps): void {
  const on = routesOf(api, deps, contract);

  on('GET /notices/:trn', async (request) =>
    answer(await readNotices(deps, request.applicant.trn, appLanguageOf(request, deps.forms.languages))),
  );

  on('GET /notices/pdf/:trn', async (request, reply) => {
    const { trn } = request.applicant;
    const language = appLanguageOf(request, deps.forms.languages);
    await deps.limits.take('export', { account: trn, address: request.ip });
    const { content, fileName } = await drawTestPdf(deps, trn, {
      language,
      notices: await describeNotices(deps, trn, language),
    });
    return reply
      .headers({
        'content-type': 'application/pdf',
        'content-disposition': `attachment; filename="${fileName}"`,
        'cache-control': 'private, no-store',
      })
      .send(content);
  });

  on('POST /notices/confirm', async (request) => {
    const { applicant, body, ip } = request;
    const language = appLanguageOf(request, deps.forms.languages);
    await confirmNotice(deps, { ...body, trn: applicant.trn, ip, language });
    return answer(await readNotices(deps, applicant.trn, language));
  });
}
