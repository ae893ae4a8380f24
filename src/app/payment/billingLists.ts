import type { StepRecords } from '../../api/stepRecords';
import { isRecord } from '../../model/paths';
import { plainChoice } from '../../model/wire';
import type { LoadedStep } from '../steps/loadedStep';

/**
 * The payment step with what its two boxes copy: the applicant's name and current address, as step 1 has them
 * (spec 002, section 3, copyapplicantname and copybillingaddress).
 */
export function withBillingLists(loaded: LoadedStep, identification: StepRecords | undefined): LoadedStep {
  if (!identification) return loaded;
  const { applicant, address } = identification;
  const lists = { applicantNames: namesOf(applicant), currentAddresses: currentOf(address) };
  return { ...loaded, context: { ...loaded.context, lists: { ...loaded.context.lists, ...lists } } };
}

function namesOf(applicant: unknown): { name: string }[] {
  if (!isRecord(applicant)) return [];
  const { first_name, middle_name, last_name } = applicant;
  return [{ name: [first_name, middle_name, last_name].filter(Boolean).join(' ') }];
}

/** The current address stands first. */
function currentOf(address: unknown): Record<string, unknown>[] {
  const [current] = Array.isArray(address) ? address.filter(isRecord) : [];
  return current ? [{ ...current, state: plainChoice(current.state) }] : [];
}
