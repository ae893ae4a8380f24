import type { Messages } from '../../messages/files';
import { parseEntryPath } from '../../model/entryPath';
import { todayIn } from '../../model/format/todayIn';
import { nameHome } from '../../model/nameHome';
import type { Deps } from '../deps';
import { describeRegistration, findBasis, listRules, serveRegistration } from '../features/entry/registrationPage';
import { noSettings } from '../forms/forms';
import type { FindPageData, PageData, PageFrame } from './appFiles';

/**
 * Returns a function that finds the data for login and registration pages. It leaves out an invitation's data, because
 * invitations contain a name.
 */
export function createEntryPageData(deps: Deps): FindPageData {
  return async ({ pathname, searchParams }, language) => {
    if (/^\/(login\/?)?$/.test(pathname)) return loginPageData(deps, language);
    const entry = parseEntryPath(pathname);
    if (!entry) return undefined;
    const basis = await findBasis(deps, { url: entry.link, trn: entry.trn, path: pathname }, language);
    const page = await describeRegistration(deps, basis, undefined, language);
    const form = await serveRegistration(deps, basis, page, language);
    const rules = listRules(form);
    if (searchParams.has('t')) return { calls: {}, rules, isOfLink: true };
    const { step } = deps.forms.getStep('registration');
    const calls = { '/users/registrationpage': page, [`/forms/entry/${step.id}`]: form };
    const translate = createTranslator(deps, language);
    const { apply, applyWith } = getMessages(deps).entry.registration;
    const heading = nameHome({ apply: translate(apply), applyWith: translate(applyWith) }, page);
    const frame: PageFrame = { name: page.subscriber_name, logo: page.subrciber_logo, heading, width: 'column' };
    return { calls, rules, isOfLink: true, frame };
  };
}

async function loginPageData(deps: Deps, language: string): Promise<PageData> {
  const { forms, clock } = deps;
  const form = await forms.buildForm('entry', 'login', noSettings, { today: todayIn('UTC', clock()) }, language);
  const translate = createTranslator(deps, language);
  const { entry, shell } = getMessages(deps);
  const { heading, lead } = entry.login;
  const frame: PageFrame = {
    name: translate(shell.product),
    heading: translate(heading),
    lead: translate(lead),
    width: 'narrow',
  };
  return { calls: { '/forms/entry/login': form }, rules: listRules(form), frame };
}

function getMessages({ forms: { files } }: Deps) {
  // The casts are safe, because invalid files are rejected (src/server/forms/findBlockers.ts).
  return {
    entry: files['texts/entry.json'] as Messages<'entry'>,
    shell: files['texts/shell.json'] as Messages<'shell'>,
  };
}

function createTranslator({ forms }: Deps, language: string): (text: string) => string {
  return (text) => forms.languages[language]?.[text] ?? text;
}
