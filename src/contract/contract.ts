import type { TSchema } from 'typebox';
import { accommodation, officeAccommodation } from './accommodation';
import { account, login } from './account';
import { application } from './application';
import { bootstrap } from './bootstrap';
import type { AnswerOf, BodyOf, CallName, ParamsOf, QueryOf } from './call';
import { delivery } from './delivery';
import { documents } from './documents';
import { drafts } from './drafts';
import { address, entry, logos } from './entry';
import { forms } from './forms';
import { household } from './household';
import { incomeChecks, prediction, sources } from './income';
import { ledger, receipts } from './ledger';
import { inbound, officeEmails, officeThread, thread } from './messages';
import { notices } from './notices';
import { office, officeLogin, officePeople } from './office';
import { officeAudit, officeFigures, officeViews } from './officeDesk';
import { officeHouseholds } from './officeHousehold';
import { payment } from './payment';
import { scan } from './scan';
import { steps } from './steps';
import { studio, studioLogin, studioVersions } from './studio';
import { studioComments } from './studioComments';
import { anotherHome, success } from './success';

export const resources = [
  entry,
  address,
  logos,
  login,
  account,
  application,
  forms,
  drafts,
  documents,
  bootstrap,
  steps,
  sources,
  incomeChecks,
  prediction,
  payment,
  scan,
  studio,
  studioLogin,
  studioVersions,
  studioComments,
  success,
  anotherHome,
  household,
  accommodation,
  officeAccommodation,
  notices,
  officeLogin,
  officePeople,
  office,
  officeHouseholds,
  officeViews,
  officeFigures,
  officeAudit,
  ledger,
  receipts,
  delivery,
  thread,
  officeThread,
  officeEmails,
  inbound,
];

export type Contract = typeof entry.calls &
  typeof address.calls &
  typeof logos.calls &
  typeof login.calls &
  typeof account.calls &
  typeof application.calls &
  typeof forms.calls &
  typeof drafts.calls &
  typeof documents.calls &
  typeof delivery.calls &
  typeof bootstrap.calls &
  typeof steps.calls &
  typeof sources.calls &
  typeof incomeChecks.calls &
  typeof prediction.calls &
  typeof payment.calls &
  typeof scan.calls &
  typeof studio.calls &
  typeof studioLogin.calls &
  typeof studioVersions.calls &
  typeof studioComments.calls &
  typeof success.calls &
  typeof anotherHome.calls &
  typeof household.calls &
  typeof accommodation.calls &
  typeof officeAccommodation.calls &
  typeof notices.calls &
  typeof officeLogin.calls &
  typeof officePeople.calls &
  typeof office.calls &
  typeof officeHouseholds.calls &
  typeof officeViews.calls &
  typeof officeFigures.calls &
  typeof officeAudit.calls &
  typeof ledger.calls &
  typeof receipts.calls &
  typeof thread.calls &
  typeof officeThread.calls &
  typeof officeEmails.calls &
  typeof inbound.calls;

export type ContractName = keyof Contract & CallName;

export type Records<Name extends ContractName> = AnswerOf<Contract[Name]>;

export type InputOf<Name extends ContractName> = ([keyof ParamsOf<Name>] extends [never]
  ? unknown
  : { params: ParamsOf<Name> }) &
  (Contract[Name] extends { query: TSchema } ? { query?: QueryOf<Contract[Name]> } : unknown) &
  (Contract[Name] extends { body: TSchema } ? { body: BodyOf<Contract[Name]> } : unknown) &
  // The idempotency key. Use the same key for all attempts.
  (Contract[Name] extends { once: true } ? { key: string } : unknown);
