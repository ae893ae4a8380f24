import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Webhook } from 'standardwebhooks';
import { Value } from 'typebox/value';
import { delivery, MailEvent } from '../../../contract/delivery';
import type { ApplicationDeps } from '../../applications/applicationDeps';
import { answer, routesOf } from '../../platform/http/routesOf';
import { type MailProblem, recordMailProblem } from '../../platform/mail/mailProblemRepository';
import { refuse } from './deliveryErrors';

const MAX_REASON = 300;

/** Receives bounces and complaints. JSON parsing is off, because the signature covers the raw body. */
export function deliveryRoutes(api: FastifyInstance, deps: ApplicationDeps): void {
  api.register(async (own) => {
    own.removeContentTypeParser('application/json');
    own.addContentTypeParser('application/json', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
    routesOf(
      own,
      deps,
      delivery,
    )('POST /mail/events', async (request) => {
      await record(deps, readEvent(request, deps.config.mailWebhookSecret));
      return answer(null);
    });
  });
}

function readEvent({ body, headers }: FastifyRequest, secret: string | undefined): MailEvent {
  if (!secret) throw refuse('notFound');
  try {
    const given = Object.fromEntries(SIGNED.map((name) => [name, String(headers[name] ?? '')]));
    return Value.Parse(MailEvent, new Webhook(secret).verify(String(body), given));
  } catch {
    throw refuse('badMailEvent');
  }
}

const SIGNED = ['webhook-id', 'webhook-timestamp', 'webhook-signature'];

const KINDS: Record<string, MailProblem['kind']> = { 'email.bounced': 'bounced', 'email.complained': 'complained' };

async function record(deps: ApplicationDeps, { type, timestamp, data: { to, bounce } }: MailEvent): Promise<void> {
  const kind = KINDS[type];
  if (!kind) return;
  const is_stopped = kind === 'complained' || bounce?.type !== 'Transient';
  const reason = (bounce?.message ?? '').replaceAll('\0', '').slice(0, MAX_REASON);
  const problem = { kind, reason, at: new Date(timestamp), is_stopped };
  for (const address of to) await recordMailProblem(deps.db, address, problem);
  deps.log.warn({ kind, stopped: is_stopped, count: to.length }, 'The email provider reported a problem');
}
