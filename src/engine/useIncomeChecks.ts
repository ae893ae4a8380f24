import { useSyncExternalStore } from 'react';
import type { DocumentChecks } from '../model/formContext';
import type { IncomeChecks } from '../model/income/checks/documentChecks';

export function useIncomeChecks(checks: DocumentChecks | undefined): IncomeChecks | undefined {
  const { subscribe, state } = checks ?? unchecked;
  return useSyncExternalStore<IncomeChecks | undefined>(subscribe, state);
}

const unchecked = { subscribe: () => () => undefined, state: () => undefined };
