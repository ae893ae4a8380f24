import type { FastifyInstance } from 'fastify';
import { type ApplicationDetail, application, type SectionStatus, type Terms } from '../../../contract/application';
import { messages } from '../../../messages/serverMessages';
import { getIn, parsePointer } from '../../../model/answers/paths';
import { hideUnasked, isStepSkipped } from '../../../model/household';
import { mergeLaw } from '../../../model/law/lawSettings';
import { summaryPlaces } from '../../../model/office';
import { mergeAliases } from '../../../model/section/subscriberSettings';
import type { SubscriberSettings } from '../../../model/types';
import type { ApplicationDeps } from '../../applications/applicationDeps';
import type { ApplicationRow } from '../../applications/applicationRepository';
import { assertForm } from '../../applications/checkBody';
import { entryPath } from '../../applications/entryLinks';
import { hashNoticesAtStart } from '../../applications/notices/describeNotices';
import { missingNotices } from '../../applications/notices/requireNotices';
import { describeTerms, digestTerms } from '../../applications/record/snapshotParts';
import { requireApplication } from '../../applications/requireApplication';
import { findDoneSteps } from '../../applications/steps/recheckSteps';
import { mapValues } from '../../forms/languages';
import { answer, routesOf } from '../../platform/http/routesOf';
import type { Applicant } from '../../platform/sessions/sessions';
import { listAskedQuestions } from './askedQuestions';
import { refuse } from './entryErrors';

export function applicationRoutes(api: FastifyInstance, deps: ApplicationDeps): void {
  const on = routesOf(api, deps, application);

  on('GET /users/getTandCpageforregistration/:trn', async ({ applicant }) =>
    answer(await readTerms(deps, applicant.trn)),
  );

  on('POST /users/updateTandC', async ({ applicant: { trn } }) => {
    const row = await requireApplication(deps, trn);
    const agreed = { ...digestTerms(row), notices: hashNoticesAtStart(deps, row) };
    await deps.stores.applications.acceptTerms(trn, deps.clock(), agreed);
    return answer(null, messages('server').done.termsAccepted);
  });

  on('GET /users/sectionstatus/:trn', async ({ applicant }) => answer(await readStatus(deps, applicant)));

  on('GET /users/applicationstatus/:trn', async ({ applicant }) => {
    const { status, terms_accepted_at } = await requireApplication(deps, applicant.trn);
    return answer({
      application_status: status,
      accept_terms_and_condition_status: terms_accepted_at !== null,
      ...(await readStatus(deps, applicant)),
    });
  });

  on('GET /users/applicationdetail', async ({ applicant }) => answer(await readDetail(deps, applicant.trn)));

  on('POST /application/registration', async ({ applicant, body }) => {
    if (!findChangesForm(deps)) throw refuse('notFound');
    const answers = assertForm(deps, 'entry', CHANGES, body, ['trn_id'], applicant.timeZone);
    if (!(await deps.stores.applications.changeRegistration(applicant.trn, answers))) throw refuse('submitted');
    return answer(null);
  });

  on('GET /applicant/configuration/:trn', async ({ applicant }) => answer(await readSettings(deps, applicant)));
}

/** Throws `notFound`. */
export async function readDetail(
  deps: Pick<ApplicationDeps, 'stores' | 'config' | 'forms'>,
  trn: string,
): Promise<ApplicationDetail> {
  const link = await deps.stores.links.findByTrn(trn);
  const application = await requireApplication(deps, trn);
  const { steps } = deps.forms.catalog.flow('application');
  const settings = await deps.forms.getSettings({ subscriberId: application.subscriber_id, home: application.home });
  return {
    ...summarize(application),
    registration_changes: listChangeable(deps, application),
    household_role: application.household_role,
    has_notices: missingNotices(deps, application).some(({ proof }) => proof === 'page'),
    skipped_steps: steps.filter((step) => isStepSkipped(step, application.household_role)).map(({ id }) => id),
    asked: listAskedQuestions(deps, settings, application.household_role),
    entry: link ? entryPath(link, link.type === 'Unit' ? trn : undefined) : '',
    translate_widget: Boolean(deps.config.translateWidget),
  };
}

/** Throws `notFound`. */
export async function readTerms(deps: Pick<ApplicationDeps, 'stores'>, trn: string): Promise<Terms> {
  return describeTerms(await requireApplication(deps, trn));
}

/** Returns the subscriber settings, adjusted for local law and the household role. Throws `notFound`. */
export async function readSettings(deps: Pick<ApplicationDeps, 'stores' | 'forms'>, applicant: Applicant) {
  const { settings: own, household_role: role } = await requireApplication(deps, applicant.trn);
  const { documents = {}, fields = {} } = own;
  const settings = mergeAliases({ ...documents, ...fields });
  const merged = mergeLaw({ settings }, deps.forms.getLaw(applicant.home), applicant);
  const underLaw = (given: SubscriberSettings['settings']) =>
    mapValues(mergeAliases(given), (setting, key) => merged.settings[key] ?? setting);
  return { documents: hideUnasked(underLaw(documents), role), fields: underLaw(fields) };
}

/** Maps the `status` name of each step to true if the step is complete or skipped. */
export async function readStatus(
  deps: Pick<ApplicationDeps, 'forms' | 'stores' | 'keyring'>,
  applicant: Applicant,
): Promise<SectionStatus> {
  const { submitted_at, household_role: role } = await requireApplication(deps, applicant.trn);
  const done = await findDoneSteps(deps, applicant, { isOpen: submitted_at === null });
  const steps = deps.forms.catalog.flow('application').steps.filter((step) => step.status);
  return Object.fromEntries(steps.map((step) => [step.status, done.includes(step.id) || isStepSkipped(step, role)]));
}

function findMoveIn({ registration }: ApplicationRow): string | null {
  const dates = summaryPlaces().moveIn.map((pointer) => getIn({ registration }, parsePointer(pointer)));
  return dates.find((date) => typeof date === 'string') ?? null;
}

/** Form of the registration answers that can be changed before submitting. */
const CHANGES = 'registration-changes';

const findChangesForm = ({ forms }: Pick<ApplicationDeps, 'forms'>) =>
  forms.catalog.flow('entry').steps.find(({ id }) => id === CHANGES);

function listChangeable(
  deps: Pick<ApplicationDeps, 'forms'>,
  { registration, submitted_at }: ApplicationRow,
): Record<string, unknown> | null {
  const form = findChangesForm(deps);
  if (!form || submitted_at) return null;
  const fields = form.sections.flatMap(({ section }) =>
    Object.keys(deps.forms.catalog.section(section).schema.properties ?? {}),
  );
  return Object.fromEntries(fields.filter((name) => name in registration).map((name) => [name, registration[name]]));
}

function summarize(row: ApplicationRow) {
  return {
    trn_id: row.trn,
    application_number: row.application_number,
    application_status: row.status,
    application_type: row.type,
    ApplicationProfileID: row.profile_id,
    subscriber_id: row.subscriber_id,
    subscriber_name: row.subscriber_name,
    home_name: row.home_name,
    move_in_date: findMoveIn(row),
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
