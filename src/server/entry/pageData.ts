import type entryFile from '../../../schemas/texts/entry.json';
import type shellFile from '../../../schemas/texts/shell.json';
import { parseEntryPath } from '../../model/entryPath';
import type { ServedForm } from '../../model/types';
import type { Deps } from '../deps';
import { noOverlay, todayIn } from '../forms/forms';
import type { FindPageData, PageData, PageFrame } from '../http/appFiles';
import { describeRegistration, findBasis, serveRegistration } from './registrationPage';

/**
 * What the login and the registration of an entry link show to anybody, as their calls would answer it. An invitation tells about a person:
 * its page asks for itself, and has only its rules named. Rejects with the refusal of a link that is not good.
 */
export function createPageData(deps: Deps): FindPageData {
  return async ({ pathname, searchParams }, language) => {
    if (/^\/(login\/?)?$/.test(pathname)) return loginData(deps, language);
    const entry = parseEntryPath(pathname);
    if (!entry) return undefined;
    const basis = await findBasis(deps, { url: entry.link, trn: entry.trn, path: pathname });
    const page = await describeRegistration(deps, basis, undefined);
    const form = await serveRegistration(deps, basis, page, language);
    const rules = rulesOf(form);
    if (searchParams.has('t')) return { calls: {}, rules, isOfLink: true };
    const calls = { '/users/registrationpage': page, '/forms/entry/registration': form };
    const heading = wordsIn(deps, language)(textsOf(deps).entry.registration.heading);
    const frame: PageFrame = { name: page.subscriber_name, logo: page.subrciber_logo, heading, width: 'column' };
    return { calls, rules, isOfLink: true, frame };
  };
}

async function loginData(deps: Deps, language: string): Promise<PageData> {
  const { forms, clock } = deps;
  const form = await forms.serve('entry', 'login', noOverlay, { today: todayIn('UTC', clock()) }, language);
  const say = wordsIn(deps, language);
  const { entry, shell } = textsOf(deps);
  const { heading, lead } = entry.login;
  const frame: PageFrame = { name: say(shell.product), heading: say(heading), lead: say(lead), width: 'narrow' };
  return { calls: { '/forms/entry/login': form }, rules: rulesOf(form), frame };
}

/** As the files say it now. */
function textsOf({ forms: { files } }: Deps) {
  return {
    entry: files['texts/entry.json'] as typeof entryFile,
    shell: files['texts/shell.json'] as typeof shellFile,
  };
}

function wordsIn({ forms }: Deps, language: string): (text: string) => string {
  return (text) => forms.languages[language]?.[text] ?? text;
}

function rulesOf({ rules }: ServedForm): string[] {
  return rules ? [rules] : [];
}
