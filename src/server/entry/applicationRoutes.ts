import type { FastifyInstance } from 'fastify';
import texts from '../../../schemas/texts/server.json';
import { type ApplicationDetail, application, type SectionStatus, type Terms } from '../../contract/application';
import { underOneName } from '../../model/overlay';
import type { Deps } from '../deps';
import { refuse } from '../http/errors';
import { answer, routesOf } from '../http/routesOf';
import { servedTerms } from '../record/shownParts';
import type { ApplicationRow } from './applicationStore';
import { entryPath } from './entryLinks';

/** What the shell asks about an application: its header, its terms, how far it is. */
export function applicationRoutes(api: FastifyInstance, deps: Deps): void {
  const on = routesOf(api, deps, application);

  on('GET /users/getTandCpageforregistration/:trn', async ({ applicant }) =>
    answer(await readTerms(deps, applicant.trn)),
  );

  on('POST /users/updateTandC', async ({ applicant }) => {
    await deps.stores.applications.acceptTerms(applicant.trn, deps.clock());
    return answer(null, texts.done.termsAccepted);
  });

  on('GET /users/sectionstatus/:trn', async ({ applicant }) => answer(await readStatus(deps, applicant.trn)));

  on('GET /users/applicationstatus/:trn', async ({ applicant }) => {
    const { status, terms_accepted_at } = await find(deps, applicant.trn);
    return answer({
      application_status: status,
      accept_terms_and_condition_status: terms_accepted_at !== null,
      ...(await readStatus(deps, applicant.trn)),
    });
  });

  on('GET /users/applicationdetail', async ({ applicant }) => answer(await readDetail(deps, applicant.trn)));

  on('GET /applicant/configuration/:trn', async ({ applicant }) => answer(await readSettings(deps, applicant.trn)));
}

/** Throws `notFound` when the application is gone. */
async function find(deps: Deps, trn: string): Promise<ApplicationRow> {
  const found = await deps.stores.applications.find(trn);
  if (!found) throw refuse('notFound');
  return found;
}

/** What the header of every page shows. Throws `notFound` when the application is gone. */
export async function readDetail(deps: Deps, trn: string): Promise<ApplicationDetail> {
  const link = await deps.stores.links.findByTrn(trn);
  return {
    ...summarise(await find(deps, trn)),
    entry: link ? entryPath(link, link.type === 'Unit' ? trn : undefined) : '',
    translate_widget: Boolean(deps.config.translateWidget),
  };
}

/** The terms as they are served. Throws `notFound` when the application is gone. */
export async function readTerms(deps: Deps, trn: string): Promise<Terms> {
  return servedTerms(await find(deps, trn));
}

/** What the subscriber has set for documents and fields. Throws `notFound` when the application is gone. */
export async function readSettings(deps: Deps, trn: string) {
  const { documents = {}, fields = {} } = (await find(deps, trn)).settings;
  return { documents: underOneName(documents), fields: underOneName(fields) };
}

/** The flow's status names with whether their step is complete. */
export async function readStatus(deps: Deps, trn: string): Promise<SectionStatus> {
  const done = await deps.stores.applications.completeSteps(trn);
  const steps = deps.forms.catalogue.flow('application').steps.filter((step) => step.status);
  return Object.fromEntries(steps.map((step) => [step.status, done.includes(step.id)]));
}

function summarise(row: ApplicationRow) {
  return {
    trn_id: row.trn,
    application_number: row.application_number,
    application_status: row.status,
    application_type: row.type,
    ApplicationProfileID: row.profile_id,
    subscriber_id: row.subscriber_id,
    subscriber_name: row.subscriber_name,
    subscriber_logo: row.logo_url,
    accent: row.accent,
    phone: row.support_phone,
    email: row.support_email,
    first_name: row.first_name,
    last_name: row.last_name,
    accept_terms_and_condition_status: row.terms_accepted_at !== null,
    taken_over: row.taken_over.map((one) => ({ ...one, submitted_at: new Date(one.submitted_at).toISOString() })),
  };
}
