import { messages } from '../../messages/serverMessages';
import { fillText } from '../../model/messages/fillText';
import { allowMail, listMailProblems } from '../../server/platform/mail/mailProblemRepository';
import { type Command, CommandError, type ParsedArguments, type Portal, printRows } from './command';

export const mailCommands: Record<string, Command> = {
  'mail problems': {
    about: 'Lists the addresses whose emails bounced or were marked as spam, and says which no longer get emails.',
    places: [],
    run: list,
  },
  'mail allow': {
    about: 'Allows emails to an address again. Run it once the owner says that the address works.',
    places: ['address'],
    run: allow,
  },
};

async function list(portal: Portal): Promise<void> {
  const rows = (await listMailProblems(portal.db)).map(({ address, kind, reason, at, is_stopped }) => ({
    at: at.toISOString(),
    address,
    kind,
    emails: is_stopped ? 'stopped' : 'still sent',
    reason,
  }));
  printRows(portal, rows, messages('operator').mail.none);
}

async function allow(portal: Portal, { address = '' }: ParsedArguments): Promise<void> {
  const { unknown, allowed } = messages('operator').mail;
  if (!(await allowMail(portal.db, address))) throw new CommandError(fillText(unknown, { address }));
  portal.print(fillText(allowed, { address }));
}
