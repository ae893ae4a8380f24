/** An SSN as it may be shown: `'123-45-6789'` → `'***-**-6789'`; anything without four last digits → `''`. */
export function maskSsn(ssn: string): string {
  const last = /(\d{4})$/.exec(ssn)?.[1];
  return last ? `***-**-${last}` : '';
}
