import { type AccountRow, createAccountStore } from '../../server/auth/accountStore';
import { issueToken } from '../../server/auth/tokenStore';
import { createApplicationStore } from '../../server/entry/applicationStore';
import { loginAddress } from '../../server/mail/accountMail';
import { readMinutes } from './checks';
import { type Command, CommandError, type Given, type Portal } from './command';

/** Ways into an account that exists. */
export const loginCommands: Record<string, Command> = {
  'login-link': {
    about: 'an address that logs one applicant in, once; hand it to them alone',
    places: ['applicant'],
    options: { minutes: { about: 'for how long it is good, up to 10; 10 unless said' } },
    run: printLoginLink,
  },
};

async function printLoginLink(portal: Portal, { applicant = '', minutes = '10' }: Given): Promise<void> {
  const good = readMinutes(minutes);
  const account = await demandAccount(portal, applicant);
  const expiresAt = new Date(Date.now() + good * 60_000);
  const token = await issueToken(portal.db, { purpose: 'login', accountId: account.id, expiresAt });
  portal.print(loginAddress(portal.config.appUrl, account, token));
  portal.print(`Good once, for ${good} minutes. Hand it to ${account.first_name} (${account.email}) alone.`);
}

/** The account of a transaction, a username or an e-mail; an e-mail that several accounts share says which there are. */
async function demandAccount({ db }: Portal, name: string): Promise<AccountRow> {
  const store = createAccountStore(db);
  const exact = (await store.findByTrn(name)) ?? (await store.findByLogin(name));
  const sharing = await store.findByEmail(name);
  if (sharing.length > 1) {
    const names = sharing.map(({ login, trn }) => `${login} (${trn})`).join(', ');
    throw new CommandError(`${name} has ${sharing.length} accounts; name one by its transaction: ${names}`);
  }
  const found = exact ?? sharing[0];
  if (found) return found;
  if (await createApplicationStore(db).find(name))
    throw new CommandError(`Nobody has registered for '${name}' yet; the way in is its invitation`);
  throw new CommandError(`There is no applicant '${name}'; name one by e-mail, username or transaction id`);
}
