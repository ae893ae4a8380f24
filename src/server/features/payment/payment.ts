import type { Feature } from '../../applications/feature';
import type { PaymentDeps } from './createPayments';
import { type AwaitedPayment, awaitPayment } from './intents';
import { paymentErrors } from './paymentErrors';
import { paymentRoutes } from './paymentRoutes';
import { sandboxRoutes } from './sandboxRoutes';
import { type DrawReceipt, reconcilePayment, sendReceipt } from './submit';

export const createPayment = (drawReceipt: DrawReceipt) =>
  ({
    errors: paymentErrors,
    routes: paymentRoutes,
    rootRoutes: sandboxRoutes,
    subscriptions: { 'application.submitted': ['receipt'] },
    jobs: {
      receipt: { delay: 'receipt', run: (deps, { trn }: { trn: string }) => sendReceipt(deps, trn, drawReceipt) },
      'await-payment': (deps, awaited: AwaitedPayment) => awaitPayment(deps, awaited),
      'settle-payment': (deps, { trn }: { trn: string }) => reconcilePayment(deps, trn),
    },
  }) satisfies Feature<PaymentDeps>;
