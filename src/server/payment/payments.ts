/** What became of a card that was charged, or not. `amount` in cents; `last4` is all that is kept of the card's number. */
export type Charge =
  | { state: 'succeeded'; amount: number; brand: string; last4: string; paidAt: Date }
  | { state: 'declined'; reason: string }
  | { state: 'open'; amount: number }
  | { state: 'canceled' };

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
  /** Makes the intent of an application and gives its id; its amount, in cents, never changes. */
  openIntent(order: { trn: string; amount: number; key: string }): Promise<string>;
  /** Cancels an intent unless its card was charged, and gives how it stands then. */
  cancel(intent: string): Promise<Charge>;
  confirm(order: { intent: string; token: string; key: string }): Promise<Charge>;
  /** How an intent stands at the provider. */
  find(intent: string): Promise<Charge>;
  /** A payment that the provider reports by itself; undefined for any other event. Throws when the signature is wrong. */
  readEvent(raw: Buffer, signature: string): PaidEvent | undefined;
  close(): Promise<void>;
}
