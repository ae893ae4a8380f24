import { parseEntryPath } from '../../model/entryPath';
import type { ServedForm } from '../../model/types';
import type { Deps } from '../deps';
import { noOverlay, todayIn } from '../forms/forms';
import type { FindPageData, PageData } from '../http/appFiles';
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
    const isInvited = searchParams.has('t');
    return {
      calls: isInvited ? {} : { '/users/registrationpage': page, '/forms/entry/registration': form },
      rules: rulesOf(form),
      isOfLink: true,
    };
  };
}

async function loginData({ forms, clock }: Deps, language: string): Promise<PageData> {
  const form = await forms.serve('entry', 'login', noOverlay, { today: todayIn('UTC', clock()) }, language);
  return { calls: { '/forms/entry/login': form }, rules: rulesOf(form) };
}

function rulesOf({ rules }: ServedForm): string[] {
  return rules ? [rules] : [];
}
