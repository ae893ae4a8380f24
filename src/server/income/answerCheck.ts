import type { ValidationMessage } from '../../model/checks/findings';
import { seal } from '../crypto/seal';
import type { Deps } from '../deps';
import type { Words } from '../forms/languages';
import { refuse } from '../http/errors';
import { isSubmitted } from '../steps/stepStore';
import { answerBound, incomeChecks } from './incomeChecks';

/** Keeps the applicant's words on a failed check. Throws `submitted` when it is too late, `notFound` for no failed check of this application. */
export async function answerCheck(
  deps: Deps,
  trn: string,
  { id, answer }: { id: number; answer: string },
  language?: Words,
): Promise<ValidationMessage> {
  const sealed = seal(await deps.keyring.keyOf(trn), Buffer.from(answer), answerBound(trn, id));
  if (!(await deps.stores.checks.answer(trn, id, sealed)))
    throw refuse((await isSubmitted(deps.db, trn)) ? 'submitted' : 'notFound');
  const { validation_messages } = await incomeChecks(deps, trn, language);
  const messages = Object.values(validation_messages).flatMap((sources) => Object.values(sources));
  const answered = messages.flatMap(({ applicant }) => applicant).find((one) => one.id === id);
  if (!answered) throw refuse('notFound');
  return answered;
}
