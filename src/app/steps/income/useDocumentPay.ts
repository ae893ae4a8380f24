import { useEffect } from 'react';
import type { DocumentChecks } from '../../../model/formContext';
import type { LoadedStep } from '../loadedStep';
import type { SectionDesk } from '../sectionDesk';

/** The section whose rows are paid: its list of employers. */
export const EMPLOYERS = 'employers';

/** Writes what the documents tell of the monthly gross into the employers, as it becomes known (spec 002 §3, monthly_avr_gross). */
export function useDocumentPay({ sections }: LoadedStep, desk: SectionDesk, checks?: DocumentChecks): void {
  const section = sections.find(({ name }) => name === EMPLOYERS);
  // The checks are found by the server, while the form is typed into.
  useEffect(() => {
    if (!checks || !section) return undefined;
    return checks.subscribe(async () => {
      const { writeDocumentPay } = await import('./settleGrossPay');
      writeDocumentPay(section, desk, checks);
    });
  }, [checks, section, desk]);
}
