import type { FastifyReply } from 'fastify';

/** Sends a PDF as a download that caches don't keep. */
export function sendPdf(reply: FastifyReply, fileName: string, content: Buffer): FastifyReply {
  return reply
    .headers({
      'content-type': 'application/pdf',
      'content-disposition': `attachment; filename="${fileName}"`,
      'cache-control': 'private, no-store',
    })
    .send(content);
}
