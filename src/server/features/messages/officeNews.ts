import type { FastifyInstance, FastifyRequest } from 'fastify';
import type pg from 'pg';
import { type OfficeEmails, officeEmails } from '../../../contract/messages';
import { messages } from '../../../messages/serverMessages';
import { mayBeAssigned, officeRoles } from '../../../model/office';
import { gatherSeconds, type NewsKind } from '../../../model/officeThread';
import { documentId } from '../../../model/section/documentTypes';
import type { ApplicationDeps } from '../../applications/applicationDeps';
import type { ApplicationEvent, Subscriber, Subscriptions } from '../../applications/domainEvents';
import { transaction } from '../../platform/db/transaction';
import { answer, routesOf } from '../../platform/http/routesOf';
import { enqueue } from '../../platform/jobs/jobRepository';
import { createTranslator, writeMail } from '../../platform/mail/mail';
import type { OfficeGuard } from './messageRoutes';
import { refuse } from './messagesErrors';
import { findEmailMode, findReceiver, insertNews, type NewsRow, saveEmailMode, takeNews } from './newsRepository';

export const newsSubscriptions = {
  'application.assigned': [recordNews('assigned', ({ data }) => data?.person !== null && data?.person !== data?.by)],
  'application.status_changed': [recordNews('withdrawn', ({ data }) => data?.status === 'withdrawn')],
  // A message's files are part of the news about the message.
  'document.added': [recordNews('document', ({ data }) => data?.document_id !== documentId('message'))],
  'message.received': [recordNews('message', () => true)],
} satisfies Subscriptions;

function recordNews(kind: NewsKind, isNews: (event: ApplicationEvent) => boolean): Subscriber {
  return {
    async inTransaction(client, event) {
      if (isNews(event)) await note(client, kind, event);
    },
  };
}

const note = (client: pg.PoolClient, kind: NewsKind, { applicationId: trn, now, data }: ApplicationEvent) =>
  insertNews(client, {
    trn,
    kind,
    now,
    ...(kind === 'assigned' && { personId: String(data?.person) }),
    roles: officeRoles.filter(mayBeAssigned),
    delay: gatherSeconds(kind),
  });

/** Emails a person's waiting news, without applicants' names or messages. */
export async function sendNews(deps: ApplicationDeps, personId: string): Promise<void> {
  const person = await findReceiver(deps.db, personId);
  if (!person) return;
  await transaction(deps.db, async (client) => {
    const news = await takeNews(client, personId);
    if (news.length === 0 || person.emails === 'off') return;
    const texts = deps.forms.languages[person.language];
    const { mail, lines, modes } = messages('server-messages').news;
    const translate = createTranslator(texts);
    const describe = ({ kind, count, number, property }: NewsRow) =>
      translate(property ? lines.line : lines.lineWithoutProperty, {
        number,
        property,
        what: translate(lines[kind], { n: count }),
      });
    const [first] = news;
    const numbers = new Set(news.map(({ number }) => number));
    const isOne = numbers.size === 1;
    const values = {
      n: numbers.size,
      number: first?.number,
      what: translate(lines[first?.kind ?? 'message'], { n: first?.count ?? 1 }),
      news: news.map(describe).join('\n'),
      mode: translate(person.emails === 'daily' ? modes.daily : modes.now, {}),
      subscriber: person.subscriber,
      landlord: person.subscriber_id,
      support: person.support,
      link: `${deps.config.appUrl}/office${isOne ? `/applications/${first?.number}` : ''}`,
      settings: `${deps.config.appUrl}/office/emails`,
    };
    const written = writeMail(texts, news.length === 1 ? mail.one : isOne ? mail.several : mail.many, values);
    await enqueue(client, 'mail', { to: person.email, ...written });
  });
}

export function officeEmailRoutes(api: FastifyInstance, deps: ApplicationDeps, office: OfficeGuard): void {
  const on = routesOf(api, deps, officeEmails);
  const reading = { onRequest: office.require(deps, 'read') };
  const read = async (person: string): Promise<OfficeEmails> => ({ emails: await findEmailMode(deps.db, person) });

  on('GET /office/emails', async (request) => answer(await read(readPerson(office, request))), reading);

  on(
    'POST /office/emails',
    async (request) => {
      const person = readPerson(office, request);
      await transaction(deps.db, (client) => saveEmailMode(client, person, request.body.emails));
      return answer(await read(person));
    },
    reading,
  );
}

function readPerson(office: OfficeGuard, request: FastifyRequest): string {
  const { by } = office.access(request);
  if (by.kind !== 'person') throw refuse('notYours');
  return by.id;
}
