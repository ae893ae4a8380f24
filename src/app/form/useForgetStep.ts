import { useSWRConfig } from 'swr';
import { detailKey, statusPath } from '../../api/application';

/** After a step was saved: what else was fetched and depends on it is fetched anew, the shell's guards first. */
export function useForgetStep(trnId: string, step: string): () => Promise<unknown> {
  const { mutate } = useSWRConfig();
  const isOtherForm = (key: unknown) => Array.isArray(key) && key[0] === 'form' && key[2] !== step;
  return () =>
    Promise.all([
      mutate(statusPath(trnId)),
      mutate(detailKey(trnId)),
      mutate(isOtherForm, undefined, { revalidate: false }),
    ]);
}
