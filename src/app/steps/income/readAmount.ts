/** An amount typed in dollars: `'$ 1,234.5'` → 1234.5; blank → undefined; what is no amount stays text, for the schema to refuse. */
export function readAmount(typed: string): number | string | undefined {
  const text = typed.replace(/[\s$,]/g, '');
  if (!text) return undefined;
  return /^\d+(\.\d*)?$|^\.\d+$/.test(text) ? Number(text) : text;
}
