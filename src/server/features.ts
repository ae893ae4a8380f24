import type { ApplicationDeps } from './applications/applicationDeps';
import { queueDueDeadlines } from './applications/deadlineRepository';
import { createRecordEvent } from './applications/domainEvents';
import type { Feature } from './applications/feature';
import { type ResealJob, resealAnswers } from './applications/steps/resealAnswers';
import { createAccommodation } from './features/accommodation/accommodation';
import { account } from './features/account/account';
import { delivery } from './features/delivery/delivery';
import { createDocuments } from './features/documents/documents';
import type { EntryDeps } from './features/entry/addresses';
import { entry } from './features/entry/entry';
import { household } from './features/household/household';
import { income } from './features/income/income';
import { readOnArrival } from './features/income/readIncomeDocument';
import { drawItemizedReceipt } from './features/ledger/itemizedReceipt';
import { createLedger } from './features/ledger/ledger';
import type { LedgerDeps } from './features/ledger/sendRefund';
import { createMessages } from './features/messages/messages';
import { notices } from './features/notices/notices';
import { office } from './features/office/office';
import { officeGuard } from './features/office/officeGuard';
import type { PaymentDeps } from './features/payment/createPayments';
import { createPayment } from './features/payment/payment';
import { record } from './features/record/record';
import { scan } from './features/scan/scan';
import { createSteps } from './features/steps/steps';
import { studio } from './features/studio/studio';
import { success } from './features/success/success';
import { successParts } from './features/success/successRoutes';
import type { WebhookDeps } from './features/webhooks/webhookSender';
import { webhooks } from './features/webhooks/webhooks';
import type { JobHandler } from './platform/jobs/jobs';
import { delaysByKind, handlersByPool, type Jobs } from './platform/jobs/pools';
import { platformJobs } from './platform/platformJobs';
import { deleteExpiredSessions } from './platform/sessions/sessionRepository';

export type FeatureDeps = ApplicationDeps & EntryDeps & PaymentDeps & LedgerDeps & WebhookDeps;

export const features: readonly Feature<FeatureDeps>[] = [
  entry,
  account,
  createSteps(successParts),
  createDocuments(readOnArrival),
  income,
  scan,
  notices,
  createPayment(drawItemizedReceipt),
  createLedger(officeGuard),
  record,
  success,
  household,
  createAccommodation(officeGuard),
  webhooks,
  delivery,
  createMessages(officeGuard),
  office,
  studio,
];

const jobs: Jobs<FeatureDeps> = Object.assign(
  { reseal: (deps: FeatureDeps, job: ResealJob) => resealAnswers(deps, job) },
  platformJobs,
  ...features.map((feature) => feature.jobs),
);

export const recordEvent = createRecordEvent(features.flatMap(({ subscriptions = [] }) => subscriptions));

export const jobKinds = Object.keys(jobs);

export const jobDelays = delaysByKind(jobs);

export const workerPools = (deps: FeatureDeps) => handlersByPool(jobs, deps);

export function jobHandlers(deps: FeatureDeps): Record<string, JobHandler> {
  return Object.assign({}, ...workerPools(deps).map(([handlers]) => handlers));
}

export async function sweepRows(deps: Pick<FeatureDeps, 'db' | 'stores' | 'clock' | 'limits'>): Promise<void> {
  const yesterday = new Date(deps.clock().getTime() - 86_400_000);
  await deps.limits.sweep();
  await deps.stores.idempotency.sweep();
  await deleteExpiredSessions(deps.db, yesterday);
  for (const feature of features) await feature.deleteExpired?.(deps, yesterday);
  await queueDueDeadlines(deps.db, deps.clock());
  for (const feature of features) await feature.queueDue?.(deps);
}
