import type entryFile from '../../../schemas/texts/entry.json';
import type shellFile from '../../../schemas/texts/shell.json';
import type { RegistrationPage } from '../../contract/entry';
import { firstOfNextMonth } from '../../model/dates';
import { parseEntryPath } from '../../model/entryPath';
import type { Context, Overlay, ServedForm } from '../../model/types';
import { readToken } from '../auth/tokenStore';
import type { Deps } from '../deps';
import { noOverlay, todayIn } from '../forms/forms';
import type { FindPageData, PageData, PageFrame } from '../http/appFiles';
import { refuse } from '../http/errors';
import type { ApplicationRow } from './applicationStore';
import { type EntryAddress, findLink } from './entryLinks';
import type { LinkRow } from './linkStore';

/** What a registration stands on: its link, the application begun for it if there is one, and the rules that hold there. */
export interface RegistrationBasis {
  link: LinkRow;
  application?: ApplicationRow;
  overlay: Overlay;
  context: Context;
}

/** Finds it. Throws a 406 for a bad link and `alreadyRegistered` when the application has its applicant. */
export async function findBasis(deps: Deps, address: EntryAddress): Promise<RegistrationBasis> {
  const link = await findLink(deps, address);
  const application = address.trn ? await deps.stores.applications.find(address.trn) : undefined;
  if (application?.account_id) throw refuse('alreadyRegistered');
  const [overlay, lists, subscriber] = await Promise.all([
    deps.forms.overlayOf(link.subscriber_id),
    deps.stores.forms.listsOf(link.subscriber_id, link.property_id),
    deps.stores.subscribers.find(link.subscriber_id),
  ]);
  const today = todayIn(subscriber.time_zone, deps.clock());
  return { link, application, overlay, context: { today, applicationType: link.type, lists } };
}

/** Whom an application's invitation was written to, when `token` is that invitation; nothing personal without it. */
export async function findInvited(
  deps: Deps,
  basis: RegistrationBasis,
  token: string | undefined,
): Promise<ApplicationRow | undefined> {
  const owner = token ? await readToken(deps.db, 'invitation', token, deps.clock()) : undefined;
  return owner && owner.trn === basis.application?.trn ? basis.application : undefined;
}

/** The registration's master data under the names the specification gives them (spec 000, section 3). */
export async function describeRegistration(
  deps: Deps,
  basis: RegistrationBasis,
  invited: ApplicationRow | undefined,
): Promise<RegistrationPage> {
  const { link, application, context } = basis;
  const [subscriber, property] = await Promise.all([
    deps.stores.subscribers.find(link.subscriber_id),
    deps.stores.subscribers.findProperty(link.property_id),
  ]);
  return {
    ...(await describePerson(deps, invited)),
    subscriber_name: subscriber.name,
    subrciber_logo: subscriber.logo_url,
    accent: subscriber.accent,
    support_phone: subscriber.support_phone,
    support_email: subscriber.support_email,
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
    property: property && { PropertyName: property.name, LogoURL: property.logo_url },
    City: property?.city ?? '',
    DesiredPropertyAddress: property?.street ?? '',
    DesiredUnitNumber: link.unit_code ?? '',
    DesiredRent: '',
    DesiredMoveInDate: firstOfNextMonth(context.today),
  };
}

/** The form of a registration; `page` is what `describeRegistration` says of it. */
export function serveRegistration(
  { forms }: Deps,
  { overlay, context }: RegistrationBasis,
  { Email_check }: { Email_check: boolean },
  language: string,
): Promise<ServedForm> {
  const { flow, step } = forms.inRole('registration');
  return forms.serve(flow, step.id, overlay, { ...context, emailTaken: Email_check }, language);
}

/** Every state as the specification lists them: `{ ID, StateShortCode, StateName }`. */
export function listStates(deps: Deps): RegistrationPage['States'] {
  return deps.forms.states.map(({ code, name }, index) => ({ ID: index + 1, StateShortCode: code, StateName: name }));
}

async function describePerson(deps: Deps, invited: ApplicationRow | undefined) {
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

/**
 * What the login and the registration of an entry link show to anybody, as their calls would answer it. An invitation tells about a person:
 * its page asks for itself, and has only its rules named. Rejects with the refusal of a link that is not good.
 */
export function createPageData(deps: Deps): FindPageData {
  return async ({ pathname, searchParams }, language) => {
    if (/^\/(login\/?)?$/.test(pathname)) return loginData(deps, language);
    const entry = parseEntryPath(pathname);
    if (!entry) return undefined;
    const basis = await findBasis(deps, { url: entry.link, trn: entry.trn, path: pathname });
    const page = await describeRegistration(deps, basis, undefined);
    const form = await serveRegistration(deps, basis, page, language);
    const rules = rulesOf(form);
    if (searchParams.has('t')) return { calls: {}, rules, isOfLink: true };
    const { step } = deps.forms.inRole('registration');
    const calls = { '/users/registrationpage': page, [`/forms/entry/${step.id}`]: form };
    const heading = wordsIn(deps, language)(textsOf(deps).entry.registration.heading);
    const frame: PageFrame = { name: page.subscriber_name, logo: page.subrciber_logo, heading, width: 'column' };
    return { calls, rules, isOfLink: true, frame };
  };
}

async function loginData(deps: Deps, language: string): Promise<PageData> {
  const { forms, clock } = deps;
  const form = await forms.serve('entry', 'login', noOverlay, { today: todayIn('UTC', clock()) }, language);
  const say = wordsIn(deps, language);
  const { entry, shell } = textsOf(deps);
  const { heading, lead } = entry.login;
  const frame: PageFrame = { name: say(shell.product), heading: say(heading), lead: say(lead), width: 'narrow' };
  return { calls: { '/forms/entry/login': form }, rules: rulesOf(form), frame };
}

/** As the files say it now. */
function textsOf({ forms: { files } }: Deps) {
  // Files with other members than the program's own are held back (src/server/forms/intake.ts).
  return {
    entry: files['texts/entry.json'] as typeof entryFile,
    shell: files['texts/shell.json'] as typeof shellFile,
  };
}

function wordsIn({ forms }: Deps, language: string): (text: string) => string {
  return (text) => forms.languages[language]?.[text] ?? text;
}

function rulesOf({ rules }: ServedForm): string[] {
  return rules ? [rules] : [];
}
