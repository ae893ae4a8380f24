import { useChangeReport } from '../../api/studio';
import type { FileChanges } from '../../model/studio/roles';
import { useDebounced } from './draftFiles';

/** Milliseconds after the last key press. The list of problems waits as long, so that both share a request. */
export const CHECK_REST = 700;

/** Returns how many problems block publishing. Undefined while they're checked. */
export function useProblemCount(changes: FileChanges, subscriber: string | null): number | undefined {
  const debounced = useDebounced(JSON.stringify(changes), CHECK_REST);
  const { data, isValidating } = useChangeReport(
    debounced === '{}' ? undefined : { subscriber, changes: JSON.parse(debounced) },
  );
  if (debounced === '{}') return 0;
  return isValidating ? undefined : data?.findings.length;
}
