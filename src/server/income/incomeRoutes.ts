import type { FastifyInstance, FastifyRequest } from 'fastify';
import texts from '../../../schemas/texts/checks.json';
import applicationTexts from '../../../schemas/texts/server-application.json';
import { incomeChecks as calls, prediction, sources } from '../../contract/income';
import type { ValidationMessage } from '../../model/checks/findings';
import { documentType, usualLimits } from '../../model/documents';
import type { Applicant } from '../auth/sessions';
import { seal } from '../crypto/seal';
import type { Deps } from '../deps';
import { removeDocument } from '../documents/storeDocument';
import { readUpload, requireFile } from '../documents/takeUpload';
import { languageOf, type Words } from '../forms/languages';
import { refuse } from '../http/errors';
import { longPoll } from '../http/longPoll';
import { answer, routesOf } from '../http/routesOf';
import { isSubmitted } from '../steps/stepStore';
import { answerBound, incomeChecks } from './incomeChecks';
import { readContent } from './readIncomeDocument';
import usBanks from './us-banks.json';

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

/** What the specification calls prediction (spec 002 §7, 003 §7): banks to choose from, and the class of a PDF that is kept nowhere. */
export function mlRoutes(api: FastifyInstance, deps: Deps): void {
  const { config, limits } = deps;
  const on = routesOf(api, deps, prediction);

  on('GET /ml/mlbanklist', async () => answer(usBanks));

  on('GET /ml/predictclass', async () => answer({ enabled: config.predictionPages }));

  if (!config.predictionPages) return;
  on('POST /ml/predictclass', async (request) => {
    const { trn } = request.applicant;
    await limits.take('upload', { account: trn, address: request.ip });
    const { content, fields, tooBig } = await readUpload(request, usualLimits.maxBytes);
    const type = Number(fields.documenttype_id);
    if (!documentType(type)?.prediction) throw refuse('noSuchDocumentType');
    if (tooBig) throw refuse('fileTooBig');
    const file = await requireFile(content, type, trn);
    const reading = await readContent(file.content, trn);
    const { name, confidence } = reading.class ?? { name: 'other', confidence: 0 };
    return answer({ class_predicted: name, confidence });
  });
}

/** The pages that try it are not among the app's addresses then. */
export function hidePredictionPages(app: FastifyInstance, { config }: Deps): void {
  if (config.predictionPages) return;
  app.get('/ml/*', { schema: { hide: true }, config: { open: true } }, async () => {
    throw refuse('notFound');
  });
}

/** Sources of income and banks: at most three of each, whatever runs in parallel (spec 002 §4, §7); and what will do as a proof. */
export function sourceRoutes(api: FastifyInstance, deps: Deps): void {
  const on = routesOf(api, deps, sources);
  const store = deps.stores.sources;
  const documents = deps.stores.documents;

  on('POST /income/addsource', async ({ applicant: { trn }, body }, _reply, act) => {
    const { document_id, source_id, allowOfferLetter = false } = body;
    if (await isSubmitted(deps.db, trn)) throw refuse('submitted');
    const wished = source_id === undefined ? undefined : Number(source_id);
    const id = await store.add({
      trn,
      documentId: Number(document_id),
      wished,
      offerLetter: allowOfferLetter,
      now: deps.clock(),
      act,
    });
    if (!id) throw refuse('sourcesFull');
    return answer({ id, source_id: id, document_id: Number(document_id) }, applicationTexts.done.saved);
  });

  on('POST /income/deletesource', async ({ body, applicant: { trn } }) => {
    const [documentId, sourceId] = [Number(body.document_id), Number(body.source_id)];
    if (await isSubmitted(deps.db, trn)) throw refuse('submitted');
    for (const { id } of await documents.findIn(trn, documentId, sourceId)) await removeDocument(deps, trn, id);
    if (!(await store.remove(trn, documentId, sourceId))) throw refuse('notFound');
    return answer(null, applicationTexts.done.deleted);
  });

  // Files come after the application was submitted too, and what will do as one is said next to them (spec 003 §2).
  on('POST /income/offerletter', async ({ body, applicant: { trn } }) => {
    const [documentId, sourceId] = [Number(body.document_id), Number(body.source_id)];
    const isKept = await store.allowOfferLetter(trn, documentId, sourceId, body.allowOfferLetter);
    if (!isKept) throw refuse('notFound');
    return answer(null, applicationTexts.done.saved);
  });
}
