/** What the sandbox knows of a test card: never its number. */
export interface SandboxCard {
  brand: string;
  last4: string;
  exp_month: number;
  exp_year: number;
  outcome: 'succeed' | 'card_declined' | 'insufficient_funds' | 'expired_card' | 'incorrect_cvc';
}

const START = 'tok_sandbox_';

/** The card as a token that carries it, so that any process understands it. */
export function createCardToken(card: SandboxCard): string {
  return START + Buffer.from(JSON.stringify(card)).toString('base64url');
}

/** The card behind a token of ours; undefined for any other text. */
export function readCardToken(token: string): SandboxCard | undefined {
  if (!token.startsWith(START)) return undefined;
  try {
    return JSON.parse(Buffer.from(token.slice(START.length), 'base64url').toString());
  } catch {
    // Not a token of ours: the caller answers as Stripe does for an unknown one.
    return undefined;
  }
}
