import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { notices as contract } from '../../../contract/notices';
import type { ApplicationDeps } from '../../applications/applicationDeps';
import type { Feature } from '../../applications/feature';
import { appLanguageOf } from '../../forms/languages';
import { answer, routesOf } from '../../platform/http/routesOf';
import { sendPdf } from '../../platform/http/sendPdf';
import { noticeMessages } from './applicantLetter';
import { confirmNotice } from './confirmNotice';
import { drawPreview } from './drawPreview';
import { drawTestPdf } from './drawTestPdf';
import { readNotices } from './readNotices';

/** Notices that local law requires applicants to confirm (schemas/jurisdictions). */
export const notices = { routes: noticeRoutes } satisfies Feature;

function noticeRoutes(api: FastifyInstance, deps: ApplicationDeps): void {
  const on = routesOf(api, deps, contract);

  on('GET /notices/:trn', async (request) =>
    answer(await readNotices(deps, request.applicant.trn, appLanguageOf(request, deps.forms.languages))),
  );

  on('GET /notices/pdf/:trn', (request, reply) => sendDrawn(request, reply, 'pdf'));

  on('GET /notices/preview/:trn', (request, reply) => sendDrawn(request, reply, 'preview'));

  on('POST /notices/confirm', async (request) => {
    const { applicant, body, ip } = request;
    const language = appLanguageOf(request, deps.forms.languages);
    await confirmNotice(deps, { ...body, trn: applicant.trn, ip, language });
    return answer(await readNotices(deps, applicant.trn, language));
  });

  async function sendDrawn(request: FastifyRequest, reply: FastifyReply, kind: keyof typeof drawings) {
    const { applicant, ip } = request;
    const language = appLanguageOf(request, deps.forms.languages);
    await deps.limits.take('export', { account: applicant.trn, address: ip });
    return sendPdf(reply, noticeMessages(deps, language)[kind].file, await drawings[kind](deps, applicant, language));
  }
}

/** Functions that draw PDFs, by the key of the PDF's messages. */
const drawings = { pdf: drawTestPdf, preview: drawPreview };
