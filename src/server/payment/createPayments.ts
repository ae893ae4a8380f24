import type { Config } from '../config';
import type { PaymentGateway } from './payments';
import { createSandboxGateway } from './paymentsSandbox';
import { createStripeGateway } from './paymentsStripe';

/** Stripe when its keys are set, else the sandbox. */
export async function createPayments(config: Config): Promise<PaymentGateway> {
  return config.stripe
    ? createStripeGateway({ provider: 'stripe', ...config.stripe })
    : createSandboxGateway(config.dataDir);
}
