import { vi } from 'vitest';

interface Reply {
  error?: { message: string };
}

/** What the provider answers; each test sets its own. */
export const method = vi.fn<(...given: unknown[]) => Promise<Reply>>(async () => ({}));
export const token = vi.fn<(...given: unknown[]) => Promise<Reply & { token?: { id: string } }>>(async () => ({
  token: { id: 'tok_1' },
}));

/** The fields that are not filled in, by the provider's names for them. */
export const unfinished = new Set<string>();
/** Called with the field that the page puts the focus on. */
export const focused = vi.fn();

/** As much of a Stripe client as `<Elements>` and the payment use. */
export function createCard() {
  const all = new Map<string, object>();
  const element = (type: string) => ({
    mount() {},
    on(event: string, tell: (change: { complete: boolean }) => void) {
      if (event === 'change') queueMicrotask(() => tell({ complete: !unfinished.has(type) }));
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
