import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import texts from '../../../schemas/texts/server-application.json';
import { describeResource } from '../../contract/call';
import { type StepRecords, stepCalls, stepMembers, steps } from '../../contract/steps';
import { toBody } from '../../model/body';
import { callsOf } from '../../model/flow';
import { isRecord } from '../../model/paths';
import type { StepCalls, StepRole } from '../../model/types';
import type { Applicant } from '../auth/sessions';
import type { Deps } from '../deps';
import { applicantFlows } from '../forms/forms';
import { languageOf } from '../forms/languages';
import { refuse } from '../http/errors';
import { answer, type RequestOf, routesOf } from '../http/routesOf';
import { incomeChecks } from '../income/incomeChecks';
import { incomeFigures, saveIncome, withDocumentGross } from '../income/saveIncome';
import { findBarcode, type KnownBarcode } from '../scan/scanState';
import { judgeStep } from './judgeStep';
import { chooseLicence, type SeenLicence, seeLicence } from './licenceMatch';
import { type OpenStep, openRole, openStep } from './openStep';
import { saveStep } from './saveStep';
import { questionGroups, stepRecords, usStates } from './stepRecords';

/** What the program does for a step of one role beyond reading and saving its answers. */
export interface StepPart {
  /** What a read answers in the place of the step's records; `language` as the request asks for it. */
  read?(deps: Deps, open: OpenStep, applicant: Applicant, language: string): StepRecords | Promise<StepRecords>;
  save?: typeof saveStep;
  /** The message of a save. */
  done?: string;
}

export type StepParts = Partial<Record<StepRole, StepPart>>;

/** Where a step is found: its flow and its id there. */
interface StepPlace {
  flow: string;
  id: string;
}

/** Loading and saving steps as a whole, by the calls that the flow files name and by the usual ones (spec 001 §7, 002 §7, 003 §6). */
export function stepRoutes(api: FastifyInstance, deps: Deps, others: StepParts): void {
  const parts = { ...applicationParts, ...others };
  const answerRead = async (place: StepPlace, request: FastifyRequest) =>
    answer(await readStep(deps, place, request.applicant, languageOf(request), parts));
  const answerSave = async ({ flow, id }: StepPlace, request: SaveRequest, act?: string) => {
    await refuseOtherForm(deps, { flow, id }, request);
    const { applicant, body, ip } = request;
    const { save = saveStep, done = texts.done.saved } = partOf(deps, parts, { flow, id });
    const options = { act, address: ip, afterwards: flow === 'success' };
    return answer(await save(deps, applicant, flow, id, body, options), done);
  };

  for (const { flow, step } of savedSteps(deps)) {
    const { id, title } = step;
    const named = step.calls && callsOf(step);
    if (!named) continue;
    const read = `GET ${named.read}/:trn` as const;
    const save = `POST ${named.save}` as const;
    const reading = { ...stepCalls.read, summary: `${title} as stored`, query: queryOf(named) };
    const saving = { ...stepCalls.save, summary: `Saves ${title}`, form: { flow, step: id, also: stepMembers } };
    routesOf(
      api,
      deps,
      describeResource(steps.tag, { [read]: reading }),
    )(read, (request) => answerRead({ flow, id }, request));
    routesOf(
      api,
      deps,
      describeResource(steps.tag, { [save]: saving }),
    )(save, (request, _reply, act) => answerSave({ flow, id }, request, act));
  }

  const on = routesOf(api, deps, steps);
  // Looked up at each call: a step that is added while the server runs is there at once.
  on('GET /steps/:step/:trn', (request) => answerRead(usualPlace(deps, request.params.step), request));

  on('POST /steps/:step', (request, _reply, act) => answerSave(usualPlace(deps, request.params.step), request, act));

  identityRoutes(api, deps);
}

type SaveRequest = RequestOf<'POST /steps/:step', typeof stepCalls.save>;

/** Throws `formChanged` for answers that were given to other questions than today's, where the page says which: they may lack one. */
async function refuseOtherForm({ forms }: Deps, { flow, id }: StepPlace, request: SaveRequest): Promise<void> {
  const given = request.headers['form-rules'];
  if (given === undefined) return;
  if (given !== (await forms.rulesOf(flow, id, request.applicant, languageOf(request)))) throw refuse('formChanged');
}

/** What only the step with the licence has: its verdict as stored, and the choice where the licence says something else. */
function identityRoutes(api: FastifyInstance, deps: Deps): void {
  const on = routesOf(api, deps, steps);

  on('GET /applicant/getIDValidationCheck/:trn', async ({ applicant }) => {
    const open = await openRole(deps, applicant, 'identity');
    const { errors } = judgeStep(deps, open, toBody(open.step, open.answers));
    return answer({ valid: errors.length === 0, complete: open.complete, errors });
  });

  on('GET /applicant/licencematch/:trn', async ({ applicant }) => answer((await seeLicence(deps, applicant)).match));

  on('POST /applicant/licencematch', async ({ applicant, body }) => {
    await chooseLicence(deps, applicant, body);
    return answer(null, texts.done.saved);
  });
}

/** The steps that are read and saved by themselves. */
function savedSteps({ forms }: Deps) {
  const all = applicantFlows.flatMap((flow) => forms.catalogue.flow(flow).steps.map((step) => ({ flow, step })));
  return all.filter(({ step }) => callsOf(step));
}

/** The step that a usual call names. Throws `notFound` for one that has calls of its own or none. */
function usualPlace(deps: Deps, id: string): StepPlace {
  const found = savedSteps(deps).find(({ step }) => step.id === id && !step.calls);
  if (!found) throw refuse('notFound');
  return { flow: found.flow, id };
}

/** The values that the flow names are the only ones taken (spec 000 §6: the applicant is the only role). */
function queryOf({ query = {} }: StepCalls) {
  const each = Object.entries(query).map(([name, value]) => [name, { enum: [value] }]);
  return Type.Unsafe<Record<string, string>>({ type: 'object', properties: Object.fromEntries(each) });
}

/** A step as its own GET call answers it. Throws `notFound` for one of which nothing is asked of this applicant. */
export async function readStep(
  deps: Deps,
  place: StepPlace,
  applicant: Applicant,
  language: string,
  parts: StepParts = applicationParts,
): Promise<StepRecords> {
  const open = await openStep(deps, applicant, place.flow, place.id);
  if (open.step.sections.length === 0) throw refuse('notFound');
  const { read = stepRecords } = partOf(deps, parts, place);
  const records = await read(deps, open, applicant, language);
  return open.step.encode === 'questions' ? { groups: questionGroups(open, records), ...records } : records;
}

function partOf({ forms }: Deps, parts: StepParts, { flow, id }: StepPlace): StepPart {
  const { role } = forms.stepOf(flow, id);
  return (role && parts[role]) || {};
}

const applicationParts: StepParts = {
  identity: {
    async read(deps, open, applicant) {
      const records = stepRecords(deps, open);
      const barcode = await findBarcode(deps, applicant.trn);
      return {
        states: usStates,
        barcode: barcode?.fields ?? [],
        validation_message: applicantWarnings(barcode, open.context.today),
        ...records,
        identification_data: {
          ...(isRecord(records.identification_data) && records.identification_data),
          ...(barcode?.fields && { BarcodeDocumentID: barcode.document, Barcodedata: barcode.fields }),
        },
      };
    },
  },
  licenceMatch: {
    async read(deps, open, applicant) {
      const licence = await seeLicence(deps, applicant);
      return { ...stepRecords(deps, open), ...identityOf(licence), licence_match: licence.match };
    },
  },
  income: {
    async read(deps, open, { trn }, language) {
      const words = deps.forms.languages[language];
      const { validation_messages, ...checks } = await incomeChecks(deps, trn, words);
      const answers = withDocumentGross(open.answers, checks.monthly_avr_gross);
      const sources = await deps.stores.sources.list(trn);
      const figures = incomeFigures(answers, validation_messages);
      return { validation_messages, checks, figures, sources, ...stepRecords(deps, { ...open, answers }) };
    },
    save: saveIncome,
  },
};

/** What step 2 knows of step 1 (spec 001 §3). */
function identityOf({ open: { answers, step }, typed, fields }: SeenLicence): Record<string, unknown> {
  const of = (body: string) => answers[step.sections.find((part) => part.body === body)?.section ?? ''] ?? {};
  const { availableToUpload_id, no_doc_reason, other_reason } = of('identification_data');
  const ssn = of('ssn_data');
  return {
    applicant: typed,
    identification_data: { availableToUpload_id, no_doc_reason, other_reason, ...(fields && { Barcodedata: fields }) },
    ssn_data: {
      availableToUpload_ssn: ssn.availableToUpload_ssn,
      no_doc_reason: ssn.no_doc_reason,
      other_reason: ssn.other_reason,
    },
  };
}

/** A remark about the applicant's answers as the specification spells it (spec 001 §3, validation_message). */
interface ApplicantWarning {
  message: string;
  isDeleted: boolean;
}

/** What step 1 is to be warned of: a licence that has expired, or a back side that nothing could be read on. `today` is ISO. */
function applicantWarnings(barcode: KnownBarcode | undefined, today: string): ApplicantWarning[] {
  if (!barcode) return [];
  const { licenceExpired, barcodeUnread } = texts.warnings;
  if (!barcode.fields) return [{ message: barcodeUnread, isDeleted: false }];
  const expiry = barcode.fields.find(({ name }) => name === 'expiration_date')?.field_value_original ?? '';
  return expiry && expiry < today ? [{ message: licenceExpired, isDeleted: false }] : [];
}
