import type { Feature } from '../../applications/feature';
import { closeCase } from './closeCase';
import { sendItemizedReceipt } from './itemizedReceipt';
import { appendCharge } from './ledgerRepository';
import { ledgerRoutes, type OfficeGuard } from './ledgerRoutes';
import { bookDispute, bookProviderRefund } from './providerEvents';
import { type LedgerDeps, sendRefund } from './sendRefund';

type OfApplication = { trn: string };

export const createLedger = (office: OfficeGuard) =>
  ({
    routes: (api, deps) => ledgerRoutes(api, deps, office),
    subscriptions: {
      'payment.settled': [{ inTransaction: (client, { applicationId }) => appendCharge(client, applicationId) }],
      'payment.disputed': [{ inTransaction: bookDispute }],
      'payment.refund_reported': [{ inTransaction: bookProviderRefund }],
      'application.submitted': ['settle-case'],
      'decision.made': ['settle-case'],
    },
    jobs: {
      'settle-case': { delay: 'settle', run: (deps, { trn }: OfApplication) => closeCase(deps, trn) },
      'send-refund': (deps, { refund }: { refund: number }) => sendRefund(deps, refund),
      'itemized-receipt': {
        pool: 'documents',
        delay: 'itemizedReceipt',
        run: (deps, { trn }: OfApplication) => sendItemizedReceipt(deps, trn),
      },
    },
  }) satisfies Feature<LedgerDeps>;
