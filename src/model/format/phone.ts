/** Formats a phone number: `'15125550123'`, `'+1 512 555 0123'` → `'(512) 555-0123'`. Returns other text unchanged. */
export function formatPhone(phone: string): string {
  const [, area, exchange, line] = /^1?(\d{3})(\d{3})(\d{4})$/.exec(phone.replace(/\D/g, '')) ?? [];
  return area ? `(${area}) ${exchange}-${line}` : phone;
}
