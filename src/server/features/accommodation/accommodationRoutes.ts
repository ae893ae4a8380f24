import type { FastifyInstance, FastifyRequest, RouteOptions } from 'fastify';
import { accommodation, officeAccommodation, type ReceivedRequests } from '../../../contract/accommodation';
import {
  insertAccommodation,
  listReceived,
  markAnswered,
  markRead,
} from '../../applications/accommodation/accommodationRepository';
import { describeRequest, readOwnRequests, sealRequest } from '../../applications/accommodation/describeAccommodation';
import type { ApplicationDeps } from '../../applications/applicationDeps';
import { applicationErrors } from '../../applications/applicationErrors';
import { appendEntry } from '../../applications/record/auditRepository';
import { transaction } from '../../platform/db/transaction';
import { createRefuse, generalErrors } from '../../platform/http/errors';
import { answer, routesOf } from '../../platform/http/routesOf';
import { enqueue } from '../../platform/jobs/jobRepository';

const refuse = createRefuse(generalErrors, ...applicationErrors);

export interface ContactGuard {
  require(deps: ApplicationDeps, scope: 'accommodation'): NonNullable<RouteOptions['onRequest']>;
  access(request: FastifyRequest): { subscriberId: string };
}

export function accommodationRoutes(api: FastifyInstance, deps: ApplicationDeps, office: ContactGuard): void {
  const on = routesOf(api, deps, accommodation);
  on('GET /accommodation/:trn', async ({ applicant }) => answer(await readOwnRequests(deps, applicant.trn)));

  on('POST /accommodation', async ({ applicant: { trn }, body, ip }) => {
    await deps.limits.take('accommodation', { account: trn, address: ip });
    await saveRequest(deps, trn, body.text.trim());
    return answer(await readOwnRequests(deps, trn));
  });

  const onOffice = routesOf(api, deps, officeAccommodation);
  const contactOnly = { onRequest: office.require(deps, 'accommodation') };
  onOffice(
    'GET /office/accommodation',
    async (request) => {
      const { subscriberId } = office.access(request);
      await markRead(deps.db, subscriberId, deps.clock());
      return answer(await readReceived(deps, subscriberId));
    },
    contactOnly,
  );

  onOffice(
    'POST /office/accommodation/answered',
    async (request) => {
      const { subscriberId } = office.access(request);
      if (!(await markAnswered(deps.db, subscriberId, request.body.id, deps.clock()))) throw refuse('notFound');
      return answer(await readReceived(deps, subscriberId));
    },
    contactOnly,
  );
}

/** The audit log records only that a request was made. */
async function saveRequest(deps: ApplicationDeps, trn: string, text: string): Promise<void> {
  const at = deps.clock();
  const sealed = sealRequest(trn, text, await deps.keyring.keyOf(trn));
  await transaction(deps.db, async (client) => {
    await insertAccommodation(client, { trn, text: sealed, at });
    await enqueue(client, 'accommodation-mail', { trn });
    await appendEntry(client, { at, kind: 'accommodation', trn, body: {} });
  });
}

async function readReceived(
  { db, keyring }: Pick<ApplicationDeps, 'db' | 'keyring'>,
  subscriberId: string,
): Promise<ReceivedRequests> {
  const requests: ReceivedRequests['requests'] = [];
  for (const row of await listReceived(db, subscriberId)) {
    const { trn, number: application, name, email } = row;
    requests.push({ ...describeRequest(row, trn, await keyring.keyOf(trn)), application, name, email });
  }
  return { requests };
}
