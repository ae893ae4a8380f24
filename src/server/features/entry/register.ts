import type { Tokens } from '../../../contract/call';
import { messages } from '../../../messages/serverMessages';
import type { Answers, Step } from '../../../model/types';
import { insertAccount } from '../../applications/accounts/accountRepository';
import { hashPassword } from '../../applications/accounts/passwords';
import type { ApplicationDeps } from '../../applications/applicationDeps';
import { claimApplication, findRegistration, insertApplication } from '../../applications/applicationRepository';
import { assertBody, checkBody, locateErrors } from '../../applications/checkBody';
import type { EntryAddress } from '../../applications/entryLinks';
import { lockHousehold } from '../../applications/household/householdRepository';
import { joinHousehold } from '../../applications/household/recordChange';
import { transaction } from '../../platform/db/transaction';
import { invalidateTokens } from '../../platform/sessions/tokenRepository';
import { refuse } from './entryErrors';
import { findBasis, type RegistrationBasis } from './registrationPage';

/** Answers from the registration step (docs/spec/000.md). */
interface RegistrationAnswers extends Answers {
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
 * Creates an account and starts a session. A repeated call only starts a session. Throws `invalid`, `emailTaken`,
 * `usernameTaken` or any error from `findBasis`.
 */
export async function register(
  deps: ApplicationDeps,
  address: EntryAddress,
  body: unknown,
  { language, device, ip, idempotencyKey }: { language: string; device?: string; ip: string; idempotencyKey?: string },
): Promise<Tokens & { trn: string }> {
  const existing = idempotencyKey === undefined ? undefined : await findRegistration(deps.db, idempotencyKey);
  if (existing) return { trn: existing.trn, ...(await deps.sessions.start(existing.account_id, existing.trn, device)) };
  const basis = await findBasis(deps, address);
  const answers = await readAnswers(deps, basis, body);
  const passwordHash = await hashPassword(answers.password);
  const { trn, accountId } = await saveRegistration(deps, basis, answers, {
    passwordHash,
    language,
    idempotencyKey,
  }).catch(throwIfTaken(answers));
  await deps.limits.trust(getLogin(answers), ip);
  return { trn, ...(await deps.sessions.start(accountId, trn, device)) };
}

const getLogin = ({ username, email }: RegistrationAnswers): string => username ?? email;

async function readAnswers(
  deps: Pick<ApplicationDeps, 'forms' | 'stores'>,
  basis: RegistrationBasis,
  body: unknown,
): Promise<RegistrationAnswers> {
  const { step } = deps.forms.getStep('registration');
  const { settings, context } = basis;
  const answers = merge(assertBody(deps.forms, step, settings, context, body, ['trn_id', 'url']));
  assertListed(deps, basis, answers);
  // Checked last, so an invalid form doesn't reveal that an email is registered.
  if (!(await deps.stores.accounts.isEmailTaken(answers.email))) return answers;
  return readWithUsername(deps, basis, step, body);
}

/** Requires a username, because the email is already registered. Throws `emailTaken` or `invalid`. */
function readWithUsername(
  deps: Pick<ApplicationDeps, 'forms'>,
  { settings, context }: RegistrationBasis,
  step: Step,
  body: unknown,
): RegistrationAnswers {
  const taken = { ...context, emailTaken: true };
  const { answers, errors } = checkBody(deps.forms, step, settings, taken, body, ['trn_id', 'url']);
  const merged = merge(answers);
  if (!merged.username) throw refuse('emailTaken');
  if (errors.length > 0) throw refuse('invalid', { errors });
  return merged;
}

function merge(answers: Record<string, Answers>): RegistrationAnswers {
  return Object.assign({}, ...Object.values(answers));
}

/** Throws `invalid` if an answer isn't on its list, or if the unit has a different floor plan. */
function assertListed(
  deps: Pick<ApplicationDeps, 'forms'>,
  { context, settings }: RegistrationBasis,
  answers: RegistrationAnswers,
): void {
  const { floor, unit, agent, Office } = answers;
  const lists = context.lists ?? {};
  const has = (list: string, key: string, value: unknown) => lists[list]?.some((row) => row[key] === value);
  const unitRow = lists.units?.find((row) => row.ID === unit);
  const invalidPaths = [
    floor !== undefined && !has('floors', 'ID', floor) && '/floor',
    unit !== undefined && (!unitRow || (floor !== undefined && unitRow.FloorPlanID !== floor)) && '/unit',
    agent !== undefined && agent !== '0' && !has('agents', 'ASPNetUserID', agent) && '/agent',
    Office !== undefined && !has('offices', 'ID', Office) && '/Office',
  ].filter((path) => path !== false);
  if (invalidPaths.length === 0) return;
  const errors = invalidPaths.map((path) => ({ path, message: messages('server').notOnList }));
  const findSchema = (section: string) => deps.forms.getPlainSection(section, settings).schema;
  throw refuse('invalid', {
    errors: locateErrors(errors, deps.forms.getStep('registration').step, findSchema, answers),
  });
}

function saveRegistration(
  deps: Pick<ApplicationDeps, 'db' | 'clock' | 'recordEvent'>,
  basis: RegistrationBasis,
  answers: RegistrationAnswers,
  { idempotencyKey, ...credentials }: { passwordHash: string; language: string; idempotencyKey?: string },
): Promise<{ trn: string; accountId: string }> {
  const { password: _password, reEnterPassword: _again, ...stored } = answers;
  return transaction(deps.db, async (client) => {
    const householdId = basis.application?.household_id;
    if (householdId) await lockHousehold(client, householdId);
    const accountId = await insertAccount(client, {
      login: getLogin(answers),
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
      idempotencyKey,
      answers: { ...stored, rent: answers.rent ?? findRent(basis, answers) },
    });
    if (!claimed) throw refuse('alreadyRegistered');
    await invalidateTokens(client, 'invitation', { trn }, deps.clock());
    if (householdId) await joinHousehold(client, deps.recordEvent, { id: householdId, trn, now: deps.clock() });
    await deps.recordEvent(client, { type: 'account.registered', accountId });
    return { trn, accountId };
  });
}

/** Returns the rent of the unit, or else of the floor plan. The ids default to the link's (docs/spec/000.md). */
function findRent({ context, link }: RegistrationBasis, { unit, floor }: RegistrationAnswers): unknown {
  const find = (list: string, id: unknown) => context.lists?.[list]?.find((row) => row.ID === id);
  return (find('units', unit ?? link.unit_id) ?? find('floors', floor ?? link.floor_id))?.MaximumRent;
}

/** Replaces the unique index's error with `usernameTaken` or `emailTaken`. */
function throwIfTaken(answers: RegistrationAnswers): (error: { code?: string }) => never {
  return (error) => {
    if (error.code !== '23505') throw error;
    throw refuse(answers.username ? 'usernameTaken' : 'emailTaken');
  };
}
