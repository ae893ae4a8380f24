import type { FastifyInstance } from 'fastify';
import texts from '../../../schemas/texts/server-application.json';
import { toBody } from '../../model/body';
import type { Deps } from '../deps';
import { languageOf } from '../forms/languages';
import { idempotent } from '../http/idempotency';
import { answer } from '../http/reply';
import { incomeChecks } from '../income/incomeChecks';
import { incomeFigures } from '../income/incomeFigures';
import { saveIncome } from '../income/saveIncome';
import { withDocumentGross } from '../income/withDocumentGross';
import { findBarcode, type KnownBarcode } from '../scan/barcodes';
import { judgeStep } from './judgeStep';
import { chooseLicence, type LicenceAnswer, type SeenLicence, seeLicence } from './licenceMatch';
import { openStep } from './openStep';
import { saveStep } from './saveStep';
import { questionGroups, stepRecords, usStates } from './stepRecords';

type Trn = { Params: { trn: string } };
type Body = Record<string, unknown>;

const tags = ['Steps'];

/** Only the applicant role is known (spec 000 §6). */
const roleQuery = { type: 'object', properties: { RoleName: { enum: ['Applicant'] } } };

/** Loading and saving steps 1 to 3 as a whole (spec 001 §7, 002 §7). */
export function stepRoutes(api: FastifyInstance, deps: Deps): void {
  api.get<Trn>(
    '/applicant/getidentification/:trn',
    { schema: { tags, summary: 'Step 1 as stored' } },
    async ({ applicant }) => {
      const open = await openStep(deps, applicant, 'application', 'identification');
      const records = stepRecords(deps, open);
      const barcode = await findBarcode(deps, applicant.trn);
      return answer({
        states: usStates,
        barcode: barcode?.fields ?? [],
        validation_message: applicantWarnings(barcode, open.context.today),
        ...records,
        identification_data: {
          ...(records.identification_data as Body),
          ...(barcode?.fields && { BarcodeDocumentID: barcode.document, Barcodedata: barcode.fields }),
        },
      });
    },
  );

  api.get<Trn>(
    '/applicant/getIDValidationCheck/:trn',
    { schema: { tags, summary: 'Whether step 1 as stored is valid' } },
    async ({ applicant }) => {
      const open = await openStep(deps, applicant, 'application', 'identification');
      const { errors } = judgeStep(deps, open, toBody(open.step, open.answers));
      return answer({ valid: errors.length === 0, complete: open.complete, errors });
    },
  );

  api.get<Trn>(
    '/contextual/getdetails/:trn',
    { schema: { tags, summary: 'Step 2 as stored', querystring: roleQuery } },
    async ({ applicant }) => {
      const open = await openStep(deps, applicant, 'application', 'applicant-details');
      const licence = await seeLicence(deps, applicant);
      return answer({
        groups: questionGroups(deps, open),
        ...stepRecords(deps, open),
        ...identityOf(licence),
        licence_match: licence.match,
      });
    },
  );

  api.get<Trn>('/income/getdetails/:trn', { schema: { tags, summary: 'Step 3 as stored' } }, async (request) => {
    const language = deps.forms.languages[languageOf(request)];
    const checks = await incomeChecks(deps, request.applicant.trn, language);
    const open = await openStep(deps, request.applicant, 'application', 'income');
    const answers = withDocumentGross(open.answers, checks.monthly_avr_gross);
    const { validation_messages } = checks;
    const sources = await deps.stores.sources.list(request.applicant.trn);
    const figures = incomeFigures(answers, validation_messages);
    return answer({ validation_messages, figures, sources, ...stepRecords(deps, { ...open, answers }) });
  });

  api.get<Trn>(
    '/applicant/licencematch/:trn',
    { schema: { tags, summary: "Where step 1 and the licence's barcode differ" } },
    async ({ applicant }) => answer((await seeLicence(deps, applicant)).match),
  );

  api.post(
    '/applicant/licencematch',
    { schema: { tags, summary: 'Whose word counts where they differ', body: CHOICE_BODY } },
    idempotent(deps, async (request) =>
      answer(await chooseLicence(deps, request.applicant, request.body as LicenceAnswer), texts.done.saved),
    ),
  );

  const saves = {
    '/applicant/saveiddetail': 'identification',
    '/contextual/savedetails': 'applicant-details',
  };
  for (const [path, step] of Object.entries(saves))
    api.post(
      path,
      { schema: { tags, summary: `Saves the step ${step}`, body: { type: 'object' } } },
      idempotent(deps, async ({ applicant, body, ip }, _reply, act) => {
        const options = { act, address: ip };
        return answer(await saveStep(deps, applicant, 'application', step, body as Body, options), texts.done.saved);
      }),
    );

  api.post(
    '/income/savedetails',
    { schema: { tags, summary: 'Saves the step income', body: { type: 'object' } } },
    idempotent(deps, async ({ applicant, body }, _reply, act) =>
      answer(await saveIncome(deps, applicant, body as Body, act), texts.done.saved),
    ),
  );
}

const CHOICE = { enum: ['typed', 'document'] };

const CHOICE_BODY = {
  type: 'object',
  required: ['document'],
  properties: { trn_id: { type: 'string' }, document: { type: 'integer' }, name: CHOICE, DOB: CHOICE },
  additionalProperties: false,
};

/** What step 2 knows of step 1 (spec 001 §3). */
function identityOf({ open: { answers, step }, typed, fields }: SeenLicence): Body {
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
