import type { FastifyInstance, FastifyRequest } from 'fastify';
import texts from '../../../schemas/texts/checks.json';
import { incomeChecks as calls } from '../../contract/income';
import type { ValidationMessage } from '../../model/checks/findings';
import type { Applicant } from '../auth/sessions';
import { seal } from '../crypto/seal';
import type { Deps } from '../deps';
import { languageOf, type Words } from '../forms/languages';
import { refuse } from '../http/errors';
import { longPoll } from '../http/longPoll';
import { answer } from '../http/reply';
import { routesOf } from '../http/routesOf';
import { isSubmitted } from '../steps/stepStore';
import { answerBound, incomeChecks } from './incomeChecks';

/** What the checks say of the income documents, and the applicant's words on it (spec 002 §1, §3). */
export function incomeCheckRoutes(api: FastifyInstance, deps: Deps): void {
  const on = routesOf(api, deps, calls);
  const wordsFor = (request: FastifyRequest) => deps.forms.languages[languageOf(request)];

  on('GET /income/checks/:trn', async (request) =>
    answer(await awaitChecks(deps, request.applicant, request.query.known, wordsFor(request))),
  );

  on('POST /income/checkanswer', async (request) => {
    const { id, answer: words } = request.body;
    const given = { id, answer: words.trim() };
    return answer(await answerCheck(deps, request.applicant.trn, given, wordsFor(request)), texts.answered);
  });
}

/** A document that is given up after its last try makes no event. */
const LASTS = 5_000;

/** What the checks say; waits as `longPoll` does while documents are being read. */
async function awaitChecks(deps: Deps, applicant: Applicant, known?: string, language?: Words) {
  const found = await longPoll(deps, applicant, known, async () => {
    const state = await incomeChecks(deps, applicant.trn, language);
    return { state, lasts: LASTS, isSettled: state.reading === 0 };
  });
  if (!found) throw refuse('staleSession');
  return found;
}

/** Keeps the applicant's words on a failed check. Throws `submitted` when it is too late, `notFound` for no failed check of this application. */
async function answerCheck(
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
