/** Formats a phone number: `'15125550123'`, `'+1 512 555 0123'` → `'(512) 555-0123'`. Returns other text unchanged. */
export function formatPhone(phone: string): string {
  const [, area, exchange, line] = /^1?(\d{3})(\d{3})(\d{4})$/.exec(phone.replace(/\D/g, '')) ?? [];
  return area ? `(${area}) ${exchange}-${line}` : phone;
}

/** Returns the digits without the country code 1: `'+1 (512) 555-0143'` → `'5125550143'`. Undefined for other text. */
export function phoneDigits(text: string): string | undefined {
  if (!/^\+?[\d\s().\-\u2010-\u2013/]+$/.test(text.trim())) return undefined;
  const digits = text.replace(/\D/g, '').replace(/^1(?=\d{10}$)/, '');
  return /^\d{7,15}$/.test(digits) ? digits : undefined;
}
