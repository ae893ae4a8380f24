import type { AnyServer } from '../../support/anyServer';
import { expectRecords, get } from '../../support/fillSteps';
import { readSandbox } from '../../support/sandboxRecords';
import type { TestApplicant } from '../../support/serverApplicants';

/** Returns what is wrong with an application that must be paid once and submitted completely. */
export async function checkPaid(
  server: AnyServer,
  folder: string,
  applicant: Pick<TestApplicant, 'trn' | 'headers'>,
): Promise<string[]> {
  const { trn } = applicant;
  const charges = countCharges(folder, trn);
  const { state, parts } = expectRecords(await get(server, applicant, `/api/record/${trn}`));
  const { consent_payment_status } = expectRecords(await get(server, applicant, `/api/users/sectionstatus/${trn}`));
  const { amount, card_number } = expectRecords(await get(server, applicant, `/api/payment/consent/${trn}`));
  return [
    charges !== 1 && `${trn} was charged ${charges} times`,
    state !== 'whole' && `the record of ${trn} is ${state}: ${JSON.stringify(parts)}`,
    consent_payment_status !== true && `${trn} is paid, but its last step isn't complete`,
    !(Number(amount) > 0 && card_number === '4242') && `${trn}'s payment record is incomplete`,
  ].filter((wrong) => wrong !== false);
}

const countCharges = (folder: string, trn: string): number =>
  readSandbox(folder, 'payment_intent', trn).filter(({ status }) => status === 'succeeded').length;
