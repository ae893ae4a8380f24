import { build } from 'virtual:languages';
import { type Arguments, unstable_serialize, type useSWRConfig } from 'swr';
import { clearBootstrap } from '../../api/bootstrap';
import { connectedSession } from '../../api/client';
import { getForm, getServedMessages, isFormKey } from '../../api/forms';
import { isPageOutdated, serverFormsVersion, setPageFormsVersion } from '../../api/formsVersion';
import type { ServedForm } from '../../model/types';
import { replaceMessages } from '../language/pageLanguage';
import { sendAndCheck } from '../session/sessionEnd';
import { openAt } from '../shell/application';
import { checkersKey, loadCheckers } from './useCheckers';

type Fetched = Pick<ReturnType<typeof useSWRConfig>, 'cache' | 'mutate'>;

/** While two releases run side by side, each response may have a different version. */
const MAX_TURNS = 3;

/** Updates the loaded forms and the messages. Keeps typed answers. */
export async function updateForms(fetched: Fetched): Promise<void> {
  for (let turn = 0; turn < MAX_TURNS && (turn === 0 || isPageOutdated()); turn += 1) await update(fetched);
}

async function update(fetched: Fetched): Promise<void> {
  const { mutate } = fetched;
  clearBootstrap();
  const messages = await getServedMessages(build);
  const version = serverFormsVersion();
  const changed = await findChanged(fetched);
  if (changed.some(({ asksOtherwise }) => asksOtherwise)) await renewAnswers(fetched);
  for (const { form, checkers } of changed) await mutate(checkersKey(form), checkers, { revalidate: false });
  // Sets the version in the same tick as the forms, so that no answer is sent with the wrong version.
  setPageFormsVersion(version);
  replaceMessages(messages);
  await Promise.all(changed.map(({ key, form }) => mutate(key, form, { revalidate: false })));
}

async function findChanged({ cache, mutate }: Fetched) {
  const changed = [];
  for (const key of await findKeys({ mutate }, isFormKey)) {
    // Undefined until the form is loaded. Setting the new form makes SWR drop the response to a running request.
    const before: ServedForm | undefined = cache.get(unstable_serialize(key))?.data;
    const [, flow, step, entry] = key;
    const form = await getForm(flow, step, entry);
    if (JSON.stringify(form) === JSON.stringify(before)) continue;
    const asksOtherwise = before !== undefined && String(checkersKey(form)) !== String(checkersKey(before));
    changed.push({ key, form: keepSections(form, before), checkers: await loadCheckers(form), asksOtherwise });
  }
  return changed;
}

/** Keeps unchanged sections as the same objects, to avoid rerenders. */
function keepSections(form: ServedForm, before: ServedForm | undefined): ServedForm {
  const known = new Map(before?.sections.map((section) => [JSON.stringify(section), section]));
  return { ...form, sections: form.sections.map((section) => known.get(JSON.stringify(section)) ?? section) };
}

/** Sends the drafts, then reloads the answers, because the server has migrated them. */
async function renewAnswers({ cache, mutate }: Fetched): Promise<void> {
  const trnId = connectedSession()?.read()?.trnId;
  if (!trnId) return;
  if (!(await sendAndCheck(trnId))) throw new Error('Some answers have not reached the server yet.');
  openAt(window.location.pathname);
  const keys = await findKeys({ mutate }, isAnswersKey);
  const findError = (key: readonly unknown[]) => cache.get(unstable_serialize([...key]))?.error;
  const before = new Map(keys.map((key) => [key, findError(key)]));
  await Promise.all(keys.map((key) => mutate(key)));
  const failed = keys
    .map((key) => ({ now: findError(key), then: before.get(key) }))
    .find(({ now, then }) => now !== then && now);
  if (failed) throw failed.now;
}

function isAnswersKey(key: unknown): key is unknown[] {
  return Array.isArray(key) && (key[0] === 'step' || key[0] === 'drafts');
}

async function findKeys<Key extends Arguments>(
  { mutate }: Pick<Fetched, 'mutate'>,
  isWanted: (key: unknown) => key is Key,
): Promise<Key[]> {
  const keys: Key[] = [];
  await mutate((key) => {
    if (isWanted(key)) keys.push(key);
    return false;
  });
  return keys;
}
