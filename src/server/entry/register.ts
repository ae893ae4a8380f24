import texts from '../../../schemas/texts/server.json';
import type { Tokens } from '../../contract/call';
import type { Answers, Step } from '../../model/types';
import { insertAccount } from '../auth/accountStore';
import { hashPassword } from '../auth/passwords';
import { spendTokens } from '../auth/tokenStore';
import { transaction } from '../db/transaction';
import type { Deps } from '../deps';
import { assertBody, checkBody, placeInSections } from '../http/checkBody';
import { refuse } from '../http/errors';
import { enqueue } from '../jobs/jobs';
import { claimApplication, findRegistered, insertApplication } from './applicationStore';
import type { EntryAddress } from './entryLinks';
import { findBasis, type RegistrationBasis } from './registrationPage';

/** The registration's answers, as the entry flow's sections name them (spec 000, section 3). */
interface Registered extends Answers {
  fname: string;
  lname: string;
  email: string;
  username?: string;
  password: string;
  floor?: number;
  unit?: number;
  rent?: number;
  agent?: string;
  Office?: number;
}

/**
 * Makes the account, gives it the application (a new one for an open link) and begins its session; mail to it is in `language`.
 * The same `act`, its answer lost, begins another session of the same account.
 * Throws 406 for the link, 422 for the answers, then 409 `emailTaken` or `usernameTaken`.
 */
export async function register(
  deps: Deps,
  address: EntryAddress,
  body: unknown,
  { language, device, act }: { language: string; device?: string; act?: string },
): Promise<Tokens & { trn: string }> {
  const before = act === undefined ? undefined : await findRegistered(deps.db, act);
  if (before) return { trn: before.trn, ...(await deps.sessions.begin(before.account_id, before.trn, device)) };
  const basis = await findBasis(deps, address);
  const answers = await readAnswers(deps, basis, body);
  const passwordHash = await hashPassword(answers.password);
  const { trn, accountId } = await save(deps, basis, answers, { passwordHash, language, act }).catch(
    refuseTaken(answers),
  );
  return { trn, ...(await deps.sessions.begin(accountId, trn, device)) };
}

async function readAnswers(deps: Deps, basis: RegistrationBasis, body: unknown): Promise<Registered> {
  const { step } = deps.forms.inRole('registration');
  const { overlay, context } = basis;
  const first = merge(assertBody(deps.forms, step, overlay, context, body, ['trn_id', 'url']));
  refuseUnlisted(deps, basis, first);
  // Only a complete, valid form learns that an e-mail is registered.
  if (!(await deps.stores.accounts.isEmailTaken(first.email))) return first;
  return readTaken(deps, basis, step, body);
}

/** The same form for an e-mail that somebody has registered with: it needs a username of its own. */
function readTaken(deps: Deps, { overlay, context }: RegistrationBasis, step: Step, body: unknown): Registered {
  const taken = { ...context, emailTaken: true };
  const { answers, errors } = checkBody(deps.forms, step, overlay, taken, body, ['trn_id', 'url']);
  const merged = merge(answers);
  if (!merged.username) throw refuse('emailTaken');
  if (errors.length > 0) throw refuse('invalid', { errors });
  return merged;
}

function merge(answers: Record<string, Answers>): Registered {
  return Object.assign({}, ...Object.values(answers));
}

/** What was chosen must be on the lists that were offered, and the unit on the chosen floor. */
function refuseUnlisted(deps: Deps, { context, overlay }: RegistrationBasis, given: Registered): void {
  const { floor, unit, agent, Office } = given;
  const lists = context.lists ?? {};
  const has = (list: string, key: string, value: unknown) => lists[list]?.some((row) => row[key] === value);
  const unitRow = lists.units?.find((row) => row.ID === unit);
  const wrong = [
    floor !== undefined && !has('floors', 'ID', floor) && '/floor',
    unit !== undefined && (!unitRow || (floor !== undefined && unitRow.FloorPlanID !== floor)) && '/unit',
    agent !== undefined && agent !== '0' && !has('agents', 'ASPNetUserID', agent) && '/agent',
    Office !== undefined && !has('offices', 'ID', Office) && '/Office',
  ].filter((path) => path !== false);
  if (wrong.length === 0) return;
  const errors = wrong.map((path) => ({ path, message: texts.notOnList }));
  const schemaOf = (section: string) => deps.forms.plainOf(section, overlay).schema;
  throw refuse('invalid', {
    errors: placeInSections(errors, deps.forms.inRole('registration').step, schemaOf, given),
  });
}

function save(
  deps: Deps,
  basis: RegistrationBasis,
  answers: Registered,
  { act, ...credentials }: { passwordHash: string; language: string; act?: string },
): Promise<{ trn: string; accountId: string }> {
  const { password: _password, reEnterPassword: _again, ...kept } = answers;
  return transaction(deps.db, async (client) => {
    const accountId = await insertAccount(client, {
      login: answers.username ?? answers.email,
      email: answers.email,
      ...credentials,
    });
    const trn = basis.application?.trn ?? (await insertApplication(client, basis.link));
    const claimed = await claimApplication(client, {
      trn,
      accountId,
      firstName: answers.fname,
      lastName: answers.lname,
      email: answers.email,
      floorId: answers.floor,
      unitId: answers.unit,
      agentId: answers.agent === '0' ? undefined : answers.agent,
      officeId: answers.Office,
      act,
      answers: { ...kept, rent: answers.rent ?? rentOf(basis, answers) },
    });
    if (!claimed) throw refuse('alreadyRegistered');
    await spendTokens(client, 'invitation', { trn }, deps.clock());
    await enqueue(client, 'registered', { accountId });
    return { trn, accountId };
  });
}

/** The rent that the label of the chosen unit, or else floor, says (spec 000, section 7, POST users/register). */
function rentOf({ context, link }: RegistrationBasis, { unit, floor }: Registered): unknown {
  const find = (list: string, id: unknown) => context.lists?.[list]?.find((row) => row.ID === id);
  return (find('units', unit ?? link.unit_id) ?? find('floors', floor ?? link.floor_id))?.MaximumRent;
}

/** Two registrations at the same moment: the database lets one through. */
function refuseTaken(answers: Registered): (error: { code?: string }) => never {
  return (error) => {
    if (error.code !== '23505') throw error;
    throw refuse(answers.username ? 'usernameTaken' : 'emailTaken');
  };
}
