import { useEffect } from 'react';
import { useSWRConfig } from 'swr';
import { watchFormChanges } from '../../api/formChanges';
import { type FormKey, getForm, isFormKey } from '../../api/forms';
import { checkersKey, loadCheckers } from '../form/useCheckers';

type Mutate = ReturnType<typeof useSWRConfig>['mutate'];

/** Development only: a saved schema file draws the open forms anew, with what is typed kept. */
export function RedrawForms() {
  const { mutate } = useSWRConfig();
  // Tied to the server's stream of changes.
  useEffect(() => watchFormChanges(() => void redraw(mutate)), [mutate]);
  return null;
}

/** The rules come before the form that they are of, so that no page is ever without one of the two. */
async function redraw(mutate: Mutate): Promise<void> {
  const keys: FormKey[] = [];
  await mutate((key) => {
    if (isFormKey(key)) keys.push(key);
    return false;
  });
  for (const key of keys) {
    const [, flow, step, entry] = key;
    const form = await getForm(flow, step, entry);
    await mutate(checkersKey(form), await loadCheckers(form), { revalidate: false });
    await mutate(key, form, { revalidate: false });
  }
}
