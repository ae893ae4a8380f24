import { vi } from 'vitest';

interface Reply {
  error?: { message: string };
}

/** What the provider answers; each test sets its own. */
export const method = vi.fn<(...given: unknown[]) => Promise<Reply>>(async () => ({}));
export const token = vi.fn<(...given: unknown[]) => Promise<Reply & { token?: { id: string } }>>(async () => ({
  token: { id: 'tok_1' },
}));

/** As much of a Stripe client as `<Elements>` and the payment use. */
export function createCard() {
  const all = new Map<string, object>();
  const element = () => ({ mount() {}, on() {}, off() {}, update() {}, destroy() {} });
  const elements = {
    create: (type: string) => all.set(type, element()).get(type),
    getElement: (which: { __elementType: string } | string) =>
      all.get(typeof which === 'string' ? which : which.__elementType) ?? null,
    update() {},
  };
  return {
    elements: () => elements,
    createPaymentMethod: method,
    createToken: token,
    confirmCardPayment: async () => ({}),
  };
}
