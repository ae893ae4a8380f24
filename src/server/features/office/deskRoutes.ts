import { Readable } from 'node:stream';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { officeAudit, officeFigures, officeViews } from '../../../contract/officeDesk';
import { messages } from '../../../messages/serverMessages';
import type { ApplicationDeps } from '../../applications/applicationDeps';
import { assertForm } from '../../applications/checkBody';
import { languageOf } from '../../forms/languages';
import { answer, routesOf } from '../../platform/http/routesOf';
import { auditCsv } from './auditCsv';
import { describeFigures, readPeriod } from './figures';
import { findProperty, listProperties } from './figuresRepository';
import { type OfficeAccess, requireOffice } from './officeAccess';
import { refuse } from './officeErrors';
import { listViews, removeView, saveView } from './viewRepository';

const MAX_VIEWS = 30;

export function deskRoutes(api: FastifyInstance, deps: ApplicationDeps): void {
  viewRoutes(api, deps);
  figureRoutes(api, deps);
  const { stores, clock, limits, forms } = deps;
  routesOf(api, deps, officeAudit)(
    'GET /office/audit.csv',
    async (request, reply) => {
      const { office: access, query, ip } = request;
      await limits.take('export', { account: access.by.id, address: ip });
      const { time_zone: timeZone } = await stores.subscribers.find(access.subscriberId);
      const period = { subscriberId: access.subscriberId, timeZone, ...readPeriod(query, timeZone, clock()) };
      return reply
        .headers({
          'content-type': 'text/csv; charset=utf-8',
          'content-disposition': 'attachment; filename="audit-log.csv"',
          'cache-control': 'private, no-store',
        })
        .send(Readable.from(auditCsv(deps, period, forms.languages[languageOf(request)])));
    },
    { onRequest: requireOffice(deps, 'people') },
  );
}

function viewRoutes(api: FastifyInstance, deps: ApplicationDeps): void {
  const on = routesOf(api, deps, officeViews);
  const { db, clock } = deps;
  const readAccess = { onRequest: requireOffice(deps, 'read') };
  const reply = async (person: string) => answer({ views: await listViews(db, person) });

  on('GET /office/views', async ({ office }) => reply(requirePerson(office)), readAccess);

  on(
    'POST /office/views',
    async ({ office, body }: Pick<FastifyRequest, 'office'> & { body: { name: string; query: object } }) => {
      const person = requirePerson(office);
      const name = String(assertForm(deps, 'office', 'view', { name: body.name }).name).trim();
      const views = await listViews(db, person);
      const isNew = !views.some((view) => view.name.toLowerCase() === name.toLowerCase());
      if (isNew && views.length >= MAX_VIEWS)
        throw refuse('invalid', { errors: [{ path: '/name', message: messages('server-office').needs.fewerViews }] });
      await saveView(db, person, { name, query: body.query, now: clock() });
      return reply(person);
    },
    readAccess,
  );

  on(
    'POST /office/views/remove',
    async ({ office, body }) => {
      const person = requirePerson(office);
      if (!(await removeView(db, person, body.id))) throw refuse('notFound');
      return reply(person);
    },
    readAccess,
  );
}

function requirePerson({ by }: OfficeAccess): string {
  if (by.kind !== 'person') throw refuse('notAllowed');
  return by.id;
}

function figureRoutes(api: FastifyInstance, deps: ApplicationDeps): void {
  const on = routesOf(api, deps, officeFigures);
  const { db, stores, clock } = deps;
  const readAccess = { onRequest: requireOffice(deps, 'read') };

  on(
    'GET /office/figures',
    async ({ office: { subscriberId }, query }) => {
      const { time_zone: timeZone } = await stores.subscribers.find(subscriberId);
      const property = query.property ? await findProperty(db, subscriberId, query.property) : undefined;
      const days = readPeriod(query, timeZone, clock());
      return answer(await describeFigures(db, { subscriberId, timeZone, property, ...days }));
    },
    readAccess,
  );

  on(
    'GET /office/properties',
    async ({ office }) => {
      const properties = await listProperties(db, office.subscriberId);
      return answer({ properties: properties.map(({ code, name }) => ({ code, name })) });
    },
    readAccess,
  );
}
