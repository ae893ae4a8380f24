import type { FastifyInstance, FastifyRequest } from 'fastify';
import { incomeChecks as calls, prediction, sources } from '../../../contract/income';
import { messages } from '../../../messages/serverMessages';
import type { ValidationMessage } from '../../../model/income/checks/documentChecks';
import { defaultLimits, documentType } from '../../../model/section/documentTypes';
import type { ApplicationDeps } from '../../applications/applicationDeps';
import { readUpload } from '../../applications/documents/readUpload';
import { requireFile } from '../../applications/documents/requireFile';
import { removeDocument } from '../../applications/documents/storeDocument';
import { documentChecks } from '../../applications/income/documentChecks';
import { answerAdditionalData, incomeChecks } from '../../applications/income/incomeChecks';
import { isSubmitted } from '../../applications/steps/stepRepository';
import { languageOf, type Translations } from '../../forms/languages';
import { seal } from '../../platform/crypto/seal';
import { longPoll } from '../../platform/http/longPoll';
import { answer, routesOf } from '../../platform/http/routesOf';
import type { Applicant } from '../../platform/sessions/sessions';
import { refuse } from './incomeErrors';
import { readContent } from './readIncomeDocument';
import usBanks from './us-banks.json';

/** Routes for document checks and the applicant's answers (docs/spec/002-income.md). */
export function incomeCheckRoutes(api: FastifyInstance, deps: ApplicationDeps): void {
  const on = routesOf(api, deps, calls);
  const textsFor = (request: FastifyRequest) => deps.forms.languages[languageOf(request)];

  on('GET /income/checks/:trn', async (request) =>
    answer(await awaitChecks(deps, request.applicant, request.query.known, textsFor(request))),
  );

  on('POST /income/checkanswer', async (request) => {
    const { id, answer: words } = request.body;
    const input = { id, answer: words.trim() };
    return answer(
      await answerCheck(deps, request.applicant.trn, input, textsFor(request)),
      messages('checks').answered,
    );
  });
}

/** Polls for changes, because failed readings send no event. */
const POLL_MS = 5_000;
/** Polls more often while a barcode is being read, because a failed reading sends no event. */
const BARCODE_POLL_MS = 1_000;

async function awaitChecks(deps: ApplicationDeps, applicant: Applicant, known?: string, language?: Translations) {
  const found = await longPoll(deps, applicant, known, async () => {
    const { barcodes, ...state } = await documentChecks(deps, applicant, language);
    return { state, changesIn: barcodes > 0 ? BARCODE_POLL_MS : POLL_MS, isSettled: state.reading === 0 };
  });
  if (!found) throw refuse('staleSession');
  return found;
}

interface CheckAnswer {
  id: number;
  answer: string;
}

async function answerCheck(
  deps: ApplicationDeps,
  trn: string,
  given: CheckAnswer,
  language?: Translations,
): Promise<ValidationMessage> {
  if (!(await saveAnswer(deps, trn, given))) throw refuse((await isSubmitted(deps.db, trn)) ? 'submitted' : 'notFound');
  const { validation_messages } = await incomeChecks(deps, trn, language);
  const messages = Object.values(validation_messages).flatMap((sources) => Object.values(sources));
  const answered = messages.flatMap(({ applicant }) => applicant).find(({ id }) => id === given.id);
  if (!answered) throw refuse('notFound');
  return answered;
}

async function saveAnswer(deps: ApplicationDeps, trn: string, { id, answer }: CheckAnswer): Promise<boolean> {
  const sealed = seal(await deps.keyring.keyOf(trn), Buffer.from(answer), answerAdditionalData(trn, id));
  return deps.stores.checks.answer(trn, id, sealed);
}

/** Routes for bank names and for the class of an unsaved PDF (docs/spec/002-income.md, prediction). */
export function mlRoutes(api: FastifyInstance, deps: ApplicationDeps): void {
  const { config, limits } = deps;
  const on = routesOf(api, deps, prediction);

  on('GET /ml/mlbanklist', async () => answer(usBanks));

  on('GET /ml/predictclass', async () => answer({ enabled: config.predictionPages }));

  if (!config.predictionPages) return;
  on('POST /ml/predictclass', async (request) => {
    const { trn } = request.applicant;
    await limits.take('upload', { account: trn, address: request.ip });
    const { content, fields, tooBig } = await readUpload(request, defaultLimits().maxBytes);
    const type = Number(fields.documenttype_id);
    if (!documentType(type)?.prediction) throw refuse('noSuchDocumentType');
    if (tooBig) throw refuse('fileTooBig');
    const file = await requireFile(deps, content, type, trn);
    const reading = await readContent(file.content, trn);
    const { name, confidence } = reading.class ?? { name: 'other', confidence: 0 };
    return answer({ class_predicted: name, confidence });
  });
}

export function hidePredictionPages(app: FastifyInstance, { config }: Pick<ApplicationDeps, 'config'>): void {
  if (config.predictionPages) return;
  app.get('/ml/*', { schema: { hide: true }, config: { open: true } }, async () => {
    throw refuse('notFound');
  });
}

/** Routes for income sources (docs/spec/002-income.md). */
export function sourceRoutes(api: FastifyInstance, deps: ApplicationDeps): void {
  const applicationTexts = messages('server-application');
  const on = routesOf(api, deps, sources);
  const sourceStore = deps.stores.sources;
  const documents = deps.stores.documents;

  on('POST /income/addsource', async ({ applicant: { trn }, body }, _reply, idempotencyKey) => {
    const { document_id, source_id, allowOfferLetter = false } = body;
    if (await isSubmitted(deps.db, trn)) throw refuse('submitted');
    const preferred = source_id === undefined ? undefined : Number(source_id);
    const id = await sourceStore.add({
      trn,
      documentId: Number(document_id),
      preferred,
      offerLetter: allowOfferLetter,
      now: deps.clock(),
      idempotencyKey,
    });
    if (!id) throw refuse('sourcesFull');
    return answer({ id, source_id: id, document_id: Number(document_id) }, applicationTexts.done.saved);
  });

  on('POST /income/deletesource', async ({ body, applicant: { trn } }) => {
    const [documentId, sourceId] = [Number(body.document_id), Number(body.source_id)];
    if (await isSubmitted(deps.db, trn)) throw refuse('submitted');
    for (const { id } of await documents.findIn(trn, documentId, sourceId)) await removeDocument(deps, trn, id);
    if (!(await sourceStore.remove(trn, documentId, sourceId))) throw refuse('notFound');
    return answer(null, applicationTexts.done.deleted);
  });

  // Also allowed after submission (docs/spec/002-income.md).
  on('POST /income/offerletter', async ({ body, applicant: { trn } }) => {
    const [documentId, sourceId] = [Number(body.document_id), Number(body.source_id)];
    const isKept = await sourceStore.allowOfferLetter(trn, documentId, sourceId, body.allowOfferLetter);
    if (!isKept) throw refuse('notFound');
    return answer(null, applicationTexts.done.saved);
  });
}
