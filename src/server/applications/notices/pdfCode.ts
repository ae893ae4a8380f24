import { createHmac } from 'node:crypto';

/** Returns the four-digit code in an application's test PDF: `'4071'`. */
export function pdfCode(key: Buffer, trn: string): string {
  const number = createHmac('sha256', key).update(`pdf-code\n${trn}`).digest().readUInt32BE();
  return String(number % 10_000).padStart(4, '0');
}

/** `' 40 71 '` → `'4071'` */
export const readCode = (typed = ''): string => typed.replace(/\D/g, '');
