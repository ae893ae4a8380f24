import type { Stripe, StripeConstructor } from '@stripe/stripe-js';
import type { Fees } from '../../contract/payment';

const SANDBOX_SCRIPT = '/sandbox/stripe.js';

/** Loads the provider's script, or our stand-in in the sandbox. Rejects if the script can't be loaded. */
export async function loadCardClient({ provider, publishableKey }: Fees): Promise<Stripe> {
  const client = provider === 'sandbox' ? await loadSandbox(publishableKey) : await loadFromStripe(publishableKey);
  if (!client) throw new Error('Stripe.js gave no client');
  return client;
}

async function loadFromStripe(key: string): Promise<Stripe | null> {
  const { loadStripe } = await import('@stripe/stripe-js/pure');
  return loadStripe(key);
}

async function loadSandbox(key: string): Promise<Stripe> {
  if (!constructorOnPage()) await loadScript(SANDBOX_SCRIPT);
  const create = constructorOnPage();
  if (!create) throw new Error(`${SANDBOX_SCRIPT} has not set window.Stripe`);
  return create(key);
}

function constructorOnPage(): StripeConstructor | undefined {
  return window.Stripe;
}

function loadScript(address: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const script = document.createElement('script');
    script.src = address;
    script.onload = () => resolve();
    script.onerror = () => {
      script.remove();
      reject(new Error(`${address} could not be loaded`));
    };
    document.head.append(script);
  });
}
