/** What became of a card that was charged, or not. `last4` is all that is kept of its number. */
export type Charge =
  | { state: 'succeeded'; brand: string; last4: string; paidAt: Date }
  | { state: 'declined'; reason: string }
  | { state: 'open' };

export interface PaidEvent {
  id: string;
  intent: string;
}

/**
 * The card payment provider. One intent per application can be charged once, whatever happens between;
 * the same `key` with the same arguments never does anything twice.
 */
export interface PaymentGateway {
  provider: 'sandbox' | 'stripe';
  publishableKey: string;
  /** Makes the intent of an application and gives its id; `amount` in cents. */
  openIntent(order: { trn: string; amount: number; key: string }): Promise<string>;
  changeAmount(intent: string, amount: number): Promise<void>;
  confirm(order: { intent: string; token: string; key: string }): Promise<Charge>;
  /** How an intent stands at the provider. */
  find(intent: string): Promise<Charge>;
  /** A payment that the provider reports by itself; undefined for any other event. Throws when the signature is wrong. */
  readEvent(raw: Buffer, signature: string): PaidEvent | undefined;
  close(): Promise<void>;
}
