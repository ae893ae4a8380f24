import path from 'node:path';
import type { PaymentGateway } from './payments';
import { createStripeGateway } from './paymentsStripe';
import { createIntentStore } from './sandbox/intentStore';
import { listenAsStripe } from './sandbox/stripeListener';

/** The secret with which the sandbox's events are signed: nothing real hangs on it. */
export const SANDBOX_WEBHOOK_SECRET = 'whsec_sandbox';

/** Stripe's own library talking to a stand-in of Stripe's API in this process; takes test cards only. */
export async function createSandboxGateway(dataDir: string): Promise<PaymentGateway> {
  const listener = await listenAsStripe(createIntentStore(path.join(dataDir, 'sandbox')));
  return createStripeGateway({
    provider: 'sandbox',
    secretKey: 'sk_test_sandbox',
    publishableKey: 'pk_test_sandbox',
    webhookSecret: SANDBOX_WEBHOOK_SECRET,
    local: { port: listener.port },
    close: listener.close,
  });
}
