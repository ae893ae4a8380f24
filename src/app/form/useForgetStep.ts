import { useSWRConfig } from 'swr';
import { detailKey, statusPath } from '../../api/application';
import { openAt } from '../shell/applicationFlow';

/**
 * After a step was saved: what else was fetched and depends on it is fetched anew, the shell's guards first, in the same call as the page
 * at `next`, which is about to be opened.
 */
export function useForgetStep(trnId: string, step: string): (next: string) => Promise<unknown> {
  const { mutate } = useSWRConfig();
  const isOtherForm = (key: unknown) => Array.isArray(key) && key[0] === 'form' && key[2] !== step;
  return (next) => {
    openAt(next);
    return Promise.all([
      mutate(statusPath(trnId)),
      mutate(detailKey(trnId)),
      mutate(isOtherForm, undefined, { revalidate: false }),
    ]);
  };
}
