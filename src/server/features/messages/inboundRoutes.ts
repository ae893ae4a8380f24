import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Webhook } from 'standardwebhooks';
import { Value } from 'typebox/value';
import { inbound, ReceivedMail } from '../../../contract/messages';
import { maxEmailSize } from '../../../model/officeThread';
import type { ApplicationDeps } from '../../applications/applicationDeps';
import { answer, routesOf } from '../../platform/http/routesOf';
import { refuse } from './messagesErrors';
import { receiveReply } from './receiveReply';

const SIGNED = ['webhook-id', 'webhook-timestamp', 'webhook-signature'];

/** Receives email replies. JSON parsing is off, because the signature covers the raw body. */
export function inboundRoutes(api: FastifyInstance, deps: ApplicationDeps): void {
  api.register(async (own) => {
    own.removeContentTypeParser('application/json');
    own.addContentTypeParser('application/json', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
    routesOf(own, deps, inbound)(
      'POST /mail/inbound',
      async (request) => {
        const mail = readMail(request, deps.config.mailReplies?.secret);
        if (mail.type === 'email.received') await receiveReply(deps, mail.data);
        return answer(null);
      },
      {
        bodyLimit: maxEmailSize(),
        // Runs before the body is read, because a body may be large.
        onRequest: async ({ headers, ip }) => {
          if (!deps.config.mailReplies) throw refuse('notFound');
          if (!SIGNED.every((name) => headers[name])) throw refuse('badEmail');
          await deps.limits.take('mailInbound', { address: ip });
        },
      },
    );
  });
}

/** Throws `badEmail` if the signature or the body is invalid. */
function readMail({ body, headers }: FastifyRequest, secret = ''): ReceivedMail {
  try {
    const given = Object.fromEntries(SIGNED.map((name) => [name, String(headers[name] ?? '')]));
    return Value.Parse(ReceivedMail, new Webhook(secret).verify(String(body), given));
  } catch {
    throw refuse('badEmail');
  }
}
