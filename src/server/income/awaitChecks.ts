import type { Applicant } from '../auth/sessions';
import type { Deps } from '../deps';
import type { Words } from '../forms/languages';
import { awaitOther } from '../http/awaitOther';
import { incomeChecks } from './incomeChecks';

/** A document that is given up after its last try is told to nobody. */
const LASTS = 5_000;

/** What the checks say; waits as `awaitOther` does while documents are being read. */
export async function awaitChecks(deps: Deps, applicant: Applicant, known?: string, language?: Words) {
  return awaitOther(deps, applicant, known, async () => {
    const state = await incomeChecks(deps, applicant.trn, language);
    return { state, lasts: LASTS, isSettled: state.reading === 0 };
  });
}
