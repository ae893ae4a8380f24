import accommodation from '../../schemas/texts/accommodation.json';
import account from '../../schemas/texts/account.json';
import checks from '../../schemas/texts/checks.json';
import documentChecks from '../../schemas/texts/document-checks.json';
import engine from '../../schemas/texts/engine.json';
import entry from '../../schemas/texts/entry.json';
import handover from '../../schemas/texts/handover.json';
import history from '../../schemas/texts/history.json';
import household from '../../schemas/texts/household.json';
import income from '../../schemas/texts/income.json';
import office from '../../schemas/texts/office.json';
import operator from '../../schemas/texts/operator.json';
import payment from '../../schemas/texts/payment.json';
import record from '../../schemas/texts/record.json';
import recordCheck from '../../schemas/texts/record-check.json';
import scan from '../../schemas/texts/scan.json';
import server from '../../schemas/texts/server.json';
import serverApplication from '../../schemas/texts/server-application.json';
import serverHousehold from '../../schemas/texts/server-household.json';
import serverLedger from '../../schemas/texts/server-ledger.json';
import serverMessages from '../../schemas/texts/server-messages.json';
import serverOffice from '../../schemas/texts/server-office.json';
import shell from '../../schemas/texts/shell.json';
import steps from '../../schemas/texts/steps.json';
import studio from '../../schemas/texts/studio.json';
import success from '../../schemas/texts/success.json';
import thread from '../../schemas/texts/thread.json';
import verify from '../../schemas/texts/verify.json';
import widgets from '../../schemas/texts/widgets.json';

/** Pages import only types from this module. The build adds the namespaces that each page uses. */
export const messageFiles = {
  accommodation,
  account,
  checks,
  'document-checks': documentChecks,
  engine,
  entry,
  handover,
  history,
  household,
  income,
  office,
  operator,
  payment,
  'record-check': recordCheck,
  record,
  scan,
  'server-application': serverApplication,
  'server-household': serverHousehold,
  'server-ledger': serverLedger,
  'server-messages': serverMessages,
  'server-office': serverOffice,
  server,
  shell,
  steps,
  studio,
  success,
  thread,
  verify,
  widgets,
};

export type Namespace = keyof typeof messageFiles;

export type Messages<Name extends Namespace> = (typeof messageFiles)[Name];
