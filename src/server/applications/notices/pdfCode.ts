import { createHmac } from 'node:crypto';

/** `'4071'`: the same for each test PDF of an application, so that an older copy still counts. */
export function pdfCode(key: Buffer, trn: string): string {
  const number = createHmac('sha256', key).update(`pdf-code\n${trn}`).digest().readUInt32BE();
  return String(number % 10_000).padStart(4, '0');
}

/** `' 40 71 '` → `'4071'` */
export const readCode = (typed = ''): string => typed.replace(/\D/g, '');
