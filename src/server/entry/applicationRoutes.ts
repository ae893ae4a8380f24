import type { FastifyInstance } from 'fastify';
import texts from '../../../schemas/texts/server.json';
import { underOneName } from '../../model/settings';
import type { Deps } from '../deps';
import { refuse } from '../http/errors';
import { answer } from '../http/reply';
import { servedTerms } from '../record/shownParts';
import type { ApplicationRow } from './applicationStore';
import { entryPath } from './entryLinks';

const tags = ['Application'];

/** What the shell asks about an application: its header, its terms, how far it is. */
export function applicationRoutes(api: FastifyInstance, deps: Deps): void {
  const store = deps.stores.applications;

  const find = async (trn: string): Promise<ApplicationRow> => {
    const found = await store.find(trn);
    if (!found) throw refuse('notFound');
    return found;
  };

  api.get(
    '/users/getTandCpageforregistration/:trn',
    { schema: { tags, summary: 'Instructions and terms' } },
    async ({ applicant }) => {
      return answer(servedTerms(await find(applicant.trn)));
    },
  );

  api.post(
    '/users/updateTandC',
    {
      schema: {
        tags,
        summary: 'Agrees to the terms',
        body: {
          type: 'object',
          required: ['trn_id'],
          additionalProperties: false,
          properties: { trn_id: { type: 'string' } },
        },
      },
    },
    async ({ applicant }) => {
      await store.acceptTerms(applicant.trn, deps.clock());
      return answer(null, texts.done.termsAccepted);
    },
  );

  api.get('/users/sectionstatus/:trn', { schema: { tags, summary: 'Which steps are done' } }, async ({ applicant }) =>
    answer(await readStatus(deps, applicant.trn)),
  );

  api.get(
    '/users/applicationstatus/:trn',
    { schema: { tags, summary: 'The status of the application' } },
    async ({ applicant }) => {
      const { status, terms_accepted_at } = await find(applicant.trn);
      return answer({
        application_status: status,
        accept_terms_and_condition_status: terms_accepted_at !== null,
        ...(await readStatus(deps, applicant.trn)),
      });
    },
  );

  api.get(
    '/users/applicationdetail',
    { schema: { tags, summary: 'What the header of every page shows' } },
    async ({ applicant: { trn } }) => {
      const link = await deps.stores.links.findByTrn(trn);
      return answer({
        ...summarise(await find(trn)),
        entry: link && entryPath(link, link.type === 'Unit' ? trn : undefined),
        translate_widget: Boolean(deps.config.translateWidget),
      });
    },
  );

  api.get(
    '/applicant/configuration/:trn',
    { schema: { tags, summary: "The subscriber's settings of documents and fields" } },
    async ({ applicant }) => {
      const { documents = {}, fields = {} } = (await find(applicant.trn)).settings;
      return answer({ documents: underOneName(documents), fields: underOneName(fields) });
    },
  );
}

/** The flow's status names with whether their step is complete. */
async function readStatus(deps: Deps, trn: string): Promise<Record<string, boolean>> {
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
  };
}
