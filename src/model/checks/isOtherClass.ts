import type { DocumentClass, DocumentReading } from './reading';
import { checkRules } from './rules';

const READ: DocumentClass[] = ['paystub', 'bank_statement'];

/** Whether a file is surely neither stub nor statement; then only its class is reported. */
export function isOtherClass({ class: found, stubs, statements }: DocumentReading): boolean {
  if (stubs.length > 0 || statements.length > 0) return false;
  return found !== undefined && found.confidence >= checkRules.leastConfidence && !READ.includes(found.name);
}
