import { useChangeReport } from '../../api/studio';
import type { ChangeReport } from '../../contract/studio';
import type { FileChanges } from '../../model/studio/roles';
import { useDebounced } from './draftFiles';

/** `PublishPanel` uses the same delay, so that the request is shared. */
export const CHECK_DELAY_MS = 700;

interface Problems {
  findings: ChangeReport['findings'];
  /** Undefined if the number isn't known, for example while checks run. */
  count: number | undefined;
}

/** Returns the lint issues that block publishing. During a check, returns the previous ones. */
export function useProblems(changes: FileChanges, subscriber: string | null): Problems {
  const debounced = useDebounced(JSON.stringify(changes), CHECK_DELAY_MS);
  const { data, isValidating } = useChangeReport(
    debounced === '{}' ? undefined : { subscriber, changes: JSON.parse(debounced) },
  );
  if (debounced === '{}') return { findings: [], count: 0 };
  return { findings: data?.findings ?? [], count: isValidating ? undefined : data?.findings.length };
}
