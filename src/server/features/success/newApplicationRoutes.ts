import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { LoginRecords } from '../../../contract/account';
import { anotherHome, type OwnApplications } from '../../../contract/success';
import type { ApplicationType } from '../../../model/types';
import { findApplicant } from '../../applications/applicantRepository';
import type { ApplicationDeps } from '../../applications/applicationDeps';
import {
  type ApplicationRow,
  claimApplication,
  findRegistration,
  insertApplication,
} from '../../applications/applicationRepository';
import type { LinkRow } from '../../applications/linkRepository';
import { transaction } from '../../platform/db/transaction';
import { answer, routesOf } from '../../platform/http/routesOf';
import type { Applicant } from '../../platform/sessions/sessions';
import { copyAnswers } from './copyApplication';
import { copyRules } from './copyRules';
import {
  confirmCopied,
  findByNumber,
  findUsedLinks,
  hasUnfinished,
  listByAccount,
  nameLinks,
} from './ownApplicationRepository';
import { refuse } from './successErrors';

export function newApplicationRoutes(api: FastifyInstance, deps: ApplicationDeps): void {
  const on = routesOf(api, deps, anotherHome);

  on('GET /application/another', async ({ applicant }) => answer(await listApplications(deps, applicant)));

  on('POST /application/another', async (request, _reply, idempotencyKey) => {
    const trn = await createNewApplication(deps, request.applicant, request.body.link, idempotencyKey);
    return answer(await startSession(deps, request, trn));
  });

  on('POST /application/switch', async (request) => {
    const { applicant, body } = request;
    const trn = await findByNumber(deps.db, applicant, body.number);
    if (!trn) throw refuse('notFound');
    return answer(await startSession(deps, request, trn));
  });

  on('POST /application/confirm', async ({ applicant, body }) => {
    if (!(await confirmCopied(deps.db, applicant.trn, body.section, deps.clock()))) throw refuse('notFound');
    return answer(null);
  });
}

/**
 * Creates an application with copied answers. A repeated call returns the same application. Throws `notSubmitted`,
 * `unfinished` or `notFound`.
 */
async function createNewApplication(
  deps: ApplicationDeps,
  applicant: Applicant,
  linkId: number,
  idempotencyKey?: string,
): Promise<string> {
  const from = await deps.stores.applications.find(applicant.trn);
  if (!from?.submitted_at) throw refuse('notSubmitted');
  const earlier = { trn: from.trn, number: from.application_number, submittedAt: from.submitted_at };
  const existing = idempotencyKey === undefined ? undefined : await findRegistration(deps.db, idempotencyKey);
  const trn =
    existing?.trn ??
    (await insertNewApplication(deps, applicant, from, await findOpenLink(deps, applicant, linkId), idempotencyKey));
  await copyAnswers(deps, earlier, await findApplicant(deps.db, trn));
  return trn;
}

function insertNewApplication(
  deps: Pick<ApplicationDeps, 'db'>,
  { accountId, subscriberId }: Applicant,
  from: ApplicationRow,
  link: LinkRow,
  idempotencyKey?: string,
): Promise<string> {
  return transaction(deps.db, async (client) => {
    if (await hasUnfinished(client, { accountId, subscriberId })) throw refuse('unfinished');
    const trn = await insertApplication(client, link);
    const { first_name: firstName, last_name: lastName, email } = from;
    await claimApplication(client, {
      trn,
      accountId,
      firstName,
      lastName,
      email,
      idempotencyKey,
      answers: copyRegistration(from),
    });
    return trn;
  });
}

function copyRegistration({ registration }: ApplicationRow): Record<string, unknown> {
  return Object.fromEntries(Object.entries(registration).filter(([name]) => copyRules().registration.includes(name)));
}

async function startSession(
  deps: Pick<ApplicationDeps, 'sessions' | 'db'>,
  { applicant, headers }: FastifyRequest,
  trn: string,
): Promise<LoginRecords> {
  const tokens = await deps.sessions.start(applicant.accountId, trn, headers['user-agent']);
  const { link, applicationType, email } = await findApplicant(deps.db, trn);
  return { ...tokens, url: link, trn_id: trn, email, application_type: applicationType };
}

// A unit's link works only for its first applicant, and offices and agents aren't homes.
const HOME_TYPES: readonly ApplicationType[] = ['Property', 'Floor'];

/** Lists the valid links to homes for which the applicant has no submitted application, or only withdrawn ones. */
async function listOpenLinks(
  { db, stores, clock }: Pick<ApplicationDeps, 'db' | 'stores' | 'clock'>,
  applicant: Applicant,
): Promise<LinkRow[]> {
  const now = clock();
  const taken = await findUsedLinks(db, applicant);
  const links = await stores.links.listBySubscriber(applicant.subscriberId);
  return links.filter(
    ({ id, type, revoked_at, expires_at }) =>
      HOME_TYPES.includes(type) && !taken.has(id) && !revoked_at && !(expires_at && expires_at <= now),
  );
}

async function findOpenLink(
  deps: Pick<ApplicationDeps, 'db' | 'stores' | 'clock'>,
  applicant: Applicant,
  id: number,
): Promise<LinkRow> {
  const link = (await listOpenLinks(deps, applicant)).find((one) => one.id === id);
  if (!link) throw refuse('notFound');
  return link;
}

async function listApplications(
  deps: Pick<ApplicationDeps, 'db' | 'stores' | 'clock'>,
  applicant: Applicant,
): Promise<OwnApplications> {
  const { db } = deps;
  const links = await listOpenLinks(deps, applicant);
  const names = await nameLinks(db, applicant.subscriberId);
  const rows = await listByAccount(db, applicant);
  return {
    applications: rows.map(({ trn, number, link, submitted_at }) => ({
      number,
      place: names.get(link) ?? '',
      submitted_at: submitted_at?.toISOString() ?? null,
      current: trn === applicant.trn,
    })),
    places: links.map(({ id }) => ({ link: id, name: names.get(id) ?? '' })),
  };
}
