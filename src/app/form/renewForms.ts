import { build } from 'virtual:languages';
import { useState, useSyncExternalStore } from 'react';
import { unstable_serialize, type useSWRConfig } from 'swr';
import { connectedSession } from '../../api/client';
import { heardFormsVersion, takeFormsVersion } from '../../api/formChanges';
import { type FormKey, getForm, getWords, isFormKey } from '../../api/forms';
import { forgetOpenings } from '../../api/opening';
import { createStore } from '../../model/createStore';
import type { ServedForm } from '../../model/types';
import { exchangeWords } from '../language/words';
import { isAllSent } from '../session/sessionEnd';
import { checkersKey, loadCheckers } from './useCheckers';

type Fetched = Pick<ReturnType<typeof useSWRConfig>, 'cache' | 'mutate'>;

let running: Promise<void> | undefined;

/**
 * Draws the open forms by the server's newest schema files. What is typed goes to the server before, which brings it to the new
 * questions; a form that asks otherwise is then opened anew, one that only says it otherwise is drawn anew in its place. What
 * cannot be fetched is left as it is: the next answer says again that there are newer files.
 */
export function renewForms(fetched: Fetched): Promise<void> {
  running ??= renew(fetched)
    .catch(() => undefined)
    .finally(() => {
      running = undefined;
    });
  return running;
}

async function renew({ cache, mutate }: Fetched): Promise<void> {
  const trnId = connectedSession()?.read()?.trnId;
  if (trnId) await isAllSent(trnId);
  const version = heardFormsVersion();
  forgetOpenings();
  const words = await getWords(build);
  const others = await findOthers(await formsOnPage({ cache, mutate }));
  // What was typed while these were on their way is not to be read without, and was given to the forms before.
  if (trnId) await isAllSent(trnId);
  takeFormsVersion(version);
  exchangeWords(words);
  // The rules come before the form that they are of, so that no page is ever without one of the two.
  for (const { form, checkers } of others) await mutate(checkersKey(form), checkers, { revalidate: false });
  const drawn = others.map(({ key, form }) => mutate(key, form, { revalidate: false }));
  // In the same turn: the page is not drawn with the new form before it knows of it.
  if (others.some(({ asksOtherwise }) => asksOtherwise)) noteFormChange();
  await Promise.all(drawn);
}

/** The forms of the page that are others now, with their rules. */
async function findOthers(known: [FormKey, ServedForm | undefined][]) {
  const others = [];
  for (const [key, before] of known) {
    const [, flow, step, entry] = key;
    const form = await getForm(flow, step, entry);
    if (JSON.stringify(form) === JSON.stringify(before)) continue;
    const asksOtherwise = before !== undefined && String(checkersKey(form)) !== String(checkersKey(before));
    others.push({ key, form, checkers: await loadCheckers(form), asksOtherwise });
  }
  return others;
}

/** Read past `mutate`, by which SWR would drop the answer of a form that is on its way. */
async function formsOnPage({ cache, mutate }: Fetched): Promise<[FormKey, ServedForm | undefined][]> {
  const keys: FormKey[] = [];
  await mutate((key) => {
    if (isFormKey(key)) keys.push(key);
    return false;
  });
  return keys.map((key) => [key, cache.get(unstable_serialize(key))?.data]);
}

interface FormChanges {
  /** How often an open form came to ask otherwise than it did. */
  turn: number;
  /** The anchor of the panel in which the applicant was at work when it last did. */
  inHands?: string;
}

const changes = createStore<FormChanges>({ turn: 0 });

/** The forms of this page ask otherwise now. */
export function noteFormChange(): void {
  const inHands = document.activeElement?.closest('.rp-accordion__item')?.id;
  changes.set({ turn: changes.read().turn + 1, inHands });
}

/** A number that is another after each change, and for a page that was open at one, that it was and which panel was in hands. */
export function useFormChange(): FormChanges & { isChanged: boolean } {
  const { turn, inHands } = useSyncExternalStore(changes.subscribe, changes.read);
  const [first] = useState(turn);
  return turn === first ? { turn, isChanged: false } : { turn, inHands, isChanged: true };
}
