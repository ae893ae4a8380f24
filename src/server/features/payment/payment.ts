import type { Feature } from '../../applications/feature';
import type { PaymentDeps } from './createPayments';
import { paymentErrors } from './paymentErrors';
import { paymentRoutes, sandboxRoutes } from './paymentRoutes';
import { reconcilePayment, sendReceipt } from './submit';

export const payment = {
  errors: paymentErrors,
  routes: paymentRoutes,
  rootRoutes: sandboxRoutes,
  subscriptions: { 'application.submitted': ['receipt'] },
  jobs: {
    receipt: { delay: 'receipt', run: (deps, { trn }: { trn: string }) => sendReceipt(deps, trn) },
    'settle-payment': (deps, { trn }: { trn: string }) => reconcilePayment(deps, trn),
  },
} satisfies Feature<PaymentDeps>;
