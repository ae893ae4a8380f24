import { useChangeReport } from '../../api/studio';
import type { FileChanges } from '../../model/studio/roles';
import { useDebounced } from './draftFiles';

/** Milliseconds after the last key press, like the list of problems. */
const REST = 350;

/** Returns how many problems block publishing. Undefined while they're checked. */
export function useProblemCount(changes: FileChanges, subscriber: string | null): number | undefined {
  const debounced = useDebounced(JSON.stringify(changes), REST);
  const { data, isValidating } = useChangeReport(
    debounced === '{}' ? undefined : { subscriber, changes: JSON.parse(debounced) },
  );
  if (debounced === '{}') return 0;
  return isValidating ? undefined : data?.findings.length;
}
