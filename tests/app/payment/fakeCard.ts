import { vi } from 'vitest';

interface Reply {
  error?: { message: string };
}

/** The provider's results, set by each test. */
export const method = vi.fn<(...given: unknown[]) => Promise<Reply>>(async () => ({}));
export const token = vi.fn<(...given: unknown[]) => Promise<Reply & { token?: { id: string } }>>(async () => ({
  token: { id: 'tok_1' },
}));

/** Incomplete fields, by the provider's names. */
export const unfinished = new Set<string>();
/** Called with the field that receives focus. */
export const focused = vi.fn();

/** The parts of a Stripe client that `<Elements>` and the payment use. */
export function createCard() {
  const all = new Map<string, object>();
  const element = (type: string) => ({
    mount() {},
    on(event: string, onChange: (change: { complete: boolean }) => void) {
      if (event === 'change') queueMicrotask(() => onChange({ complete: !unfinished.has(type) }));
    },
    off() {},
    update() {},
    destroy() {},
    focus: () => focused(type),
  });
  const elements = {
    create: (type: string) => all.set(type, element(type)).get(type),
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
