import type { RegistrationPage } from '../../../contract/entry';
import { messages } from '../../../messages/serverMessages';
import { firstOfNextMonth } from '../../../model/format/dates';
import { toDollars } from '../../../model/format/money';
import { todayIn } from '../../../model/format/todayIn';
import { hideUnasked, isFeePerAdult, owesFee } from '../../../model/household';
import { type Fee, feeFor } from '../../../model/law/feeFor';
import type { Home } from '../../../model/law/jurisdictions';
import { expectedDays } from '../../../model/office';
import { documentTypes } from '../../../model/section/documentTypes';
import type { Context, ServedForm, SubscriberSettings } from '../../../model/types';
import type { ApplicationDeps } from '../../applications/applicationDeps';
import type { ApplicationRow } from '../../applications/applicationRepository';
import { describeFee } from '../../applications/describeFee';
import { type EntryAddress, findLink } from '../../applications/entryLinks';
import { isFeeOwed } from '../../applications/household/payerRepository';
import type { LinkRow, SubscriberRow } from '../../applications/linkRepository';
import { describeNotice, findNotices } from '../../applications/notices/describeNotices';
import { findSecondaryTiming } from '../../applications/steps/hasQuestions';
import { readToken } from '../../platform/sessions/tokenRepository';
import { listAskedQuestions } from './askedQuestions';
import { refuse } from './entryErrors';

export interface RegistrationBasis {
  link: LinkRow;
  application?: ApplicationRow;
  settings: SubscriberSettings;
  context: Context;
}

/**
 * Finds the link, application and settings of a registration. Throws `alreadyRegistered`, `invitationExpired` or an
 * error about the link.
 */
export async function findBasis(
  deps: Pick<ApplicationDeps, 'db' | 'stores' | 'forms' | 'clock'>,
  address: EntryAddress,
  language?: string,
): Promise<RegistrationBasis> {
  const link = await findLink(deps, address);
  const application = address.trn ? await deps.stores.applications.find(address.trn) : undefined;
  if (application?.account_id) throw refuse('alreadyRegistered');
  // A household's application needs its invitation. The transaction ID isn't enough.
  if (application?.household_id && !(await isInvited(deps, application, address.invitation)))
    throw refuse('invitationExpired');
  const home = await deps.stores.subscribers.findProperty(link.property_id);
  const [settings, lists, subscriber] = await Promise.all([
    deps.forms.getSettings({ subscriberId: link.subscriber_id, home }),
    deps.stores.forms.getLists(link.subscriber_id, link.property_id, language),
    deps.stores.subscribers.find(link.subscriber_id),
  ]);
  const today = todayIn(subscriber.time_zone, deps.clock());
  const role = application?.household_role;
  const context = { today, applicationType: link.type, lists, ...(role && { householdRole: role }) };
  return { link, application, settings, context };
}

async function isInvited(
  { db, clock }: Pick<ApplicationDeps, 'db' | 'clock'>,
  { trn }: ApplicationRow,
  token: string | undefined,
): Promise<boolean> {
  return token !== undefined && (await readToken(db, 'invitation', token, clock()))?.trn === trn;
}

/** Returns the application only if `token` is its invitation, because an application has personal data. */
export async function findInvited(
  deps: Pick<ApplicationDeps, 'db' | 'clock'>,
  basis: RegistrationBasis,
  token: string | undefined,
): Promise<ApplicationRow | undefined> {
  const owner = token ? await readToken(deps.db, 'invitation', token, deps.clock()) : undefined;
  return owner && owner.trn === basis.application?.trn ? basis.application : undefined;
}

/** The specification defines the field names (docs/spec/000.md, "Registration master data"). */
export async function describeRegistration(
  deps: Pick<ApplicationDeps, 'db' | 'stores' | 'forms'>,
  basis: RegistrationBasis,
  invited: ApplicationRow | undefined,
  language: string,
): Promise<RegistrationPage> {
  const { link, application, context } = basis;
  const [subscriber, property] = await Promise.all([
    deps.stores.subscribers.find(link.subscriber_id),
    deps.stores.subscribers.findProperty(link.property_id),
  ]);
  const home = property ?? application?.home;
  const fee = await findFee(deps, basis, { listed: subscriber.fee_cents, home });
  return {
    ...(await describePerson(deps, invited)),
    subscriber_name: subscriber.name,
    subrciber_logo: subscriber.logo_url,
    accent: subscriber.accent,
    support_phone: subscriber.support_phone,
    support_email: subscriber.support_email,
    application_fee: toDollars(fee.cents),
    is_fee_per_adult: isFeePerAdult(basis.settings.household),
    fee_terms: describeFee(fee, deps.forms.languages[language]),
    notices: describeFirstNotices(deps, { ...subscriber, home: home ?? {} }, language),
    documents: documentSettings(basis),
    asked: listAskedQuestions(deps, basis.settings, application?.household_role),
    secondary: await findSecondaryTiming(deps, { subscriberId: link.subscriber_id, home: property }, context),
    decision_days: expectedDays().decision,
    application_number: application?.application_number ?? '',
    application_type: link.type,
    State: property?.state ?? '',
    States: listStates(deps),
    Agents: context.lists?.agents ?? [],
    selected_agent: link.agent_id ?? '',
    Offices: context.lists?.offices ?? [],
    Office: link.office_id,
    LeadSource: context.lists?.leadSources ?? [],
    HearAboutUs: '',
    floors: context.lists?.floors ?? [],
    units: context.lists?.units ?? [],
    select_floor: link.floor_id,
    selected_unit: link.unit_id,
    household_role: invited?.household_role ?? null,
    property: property && { PropertyName: property.name, LogoURL: property.logo_url },
    City: property?.city ?? '',
    DesiredPropertyAddress: property?.street ?? '',
    DesiredUnitNumber: link.unit_code ?? '',
    DesiredRent: '',
    DesiredMoveInDate: firstOfNextMonth(context.today),
  };
}

/** Returns the notices that applicants must see before they enter anything (RCW 59.18.257). */
function describeFirstNotices(
  deps: Pick<ApplicationDeps, 'forms'>,
  landlord: SubscriberRow & { home: Home },
  language: string,
): RegistrationPage['notices'] {
  const { noCriteria: without } = messages('server-application').notices;
  const words = { texts: deps.forms.languages[language], language, without };
  const { name: subscriber_name } = landlord;
  return findNotices(deps, landlord)
    .filter(({ before }) => before === 'application')
    .map((notice) => describeNotice(notice, { ...landlord, subscriber_name }, words))
    .map(({ title, paragraphs, points, criteria }) => ({ title, paragraphs, points, criteria }));
}

async function findFee(
  deps: Pick<ApplicationDeps, 'db' | 'forms'>,
  basis: RegistrationBasis,
  { listed, home }: { listed: number; home?: Home },
): Promise<Fee> {
  if (!deps.forms.findStepByRole('payment')) return { cents: 0, rules: [] };
  const fee = feeFor(deps.forms.getLaw(home), { listed, today: basis.context.today });
  return (await isFeeDue(deps, basis)) ? fee : { ...fee, cents: 0 };
}

async function isFeeDue({ db }: Pick<ApplicationDeps, 'db'>, basis: RegistrationBasis): Promise<boolean> {
  const { household_id: id, household_role: role = null } = basis.application ?? {};
  const paysForAll = id ? await isFeeOwed(db, id) : false;
  return owesFee({ role, paysForAll }, basis.settings.household);
}

function documentSettings({ settings: { settings }, application }: RegistrationBasis): RegistrationPage['documents'] {
  const named = documentTypes().flatMap(({ setting }) => (setting ? [setting] : []));
  const own = Object.fromEntries(named.flatMap((name) => (settings[name] ? [[name, settings[name]]] : [])));
  return hideUnasked(own, application?.household_role);
}

export function serveRegistration(
  { forms }: Pick<ApplicationDeps, 'forms'>,
  { settings, context }: RegistrationBasis,
  { Email_check }: { Email_check: boolean },
  language: string,
): Promise<ServedForm> {
  const { flow, step } = forms.getStep('registration');
  return forms.buildForm(flow, step.id, settings, { ...context, emailTaken: Email_check }, language);
}

export function listStates(deps: Pick<ApplicationDeps, 'forms'>): RegistrationPage['States'] {
  return deps.forms.states.map(({ code, name }, index) => ({ ID: index + 1, StateShortCode: code, StateName: name }));
}

async function describePerson(deps: Pick<ApplicationDeps, 'stores'>, invited: ApplicationRow | undefined) {
  const email = invited?.email ?? '';
  return {
    first_name: invited?.first_name ?? '',
    middle_name: '',
    last_name: invited?.last_name ?? '',
    email,
    mobile: '',
    Email_check: email !== '' && (await deps.stores.accounts.isEmailTaken(email)),
  };
}

export function listRules({ rules }: ServedForm): string[] {
  return rules ? [rules] : [];
}
