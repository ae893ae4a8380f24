import { messages } from '../../../messages/serverMessages';
import { isRecord, ownMember } from '../../../model/answers/paths';
import { sectionFor } from '../../../model/section/flow';
import { findBarcode, type LicenseBarcode } from '../../applications/documents/barcodes';
import { identityChecks } from '../../applications/documents/identityChecks';
import { type ComparedLicense, compareLicense } from '../../applications/documents/licenseMatch';
import { documentChecks } from '../../applications/income/documentChecks';
import { incomeFigures } from '../../applications/income/incomeFigures';
import { incomeRows } from '../../applications/income/incomeRows';
import { saveIncome, withDocumentGross } from '../../applications/income/saveIncome';
import type { StepParts } from '../../applications/steps/stepParts';
import { stepRecords, usStates } from '../../applications/steps/stepRecords';
import type { Translations } from '../../forms/languages';
import { describeSources } from './describeSources';

export const applicationParts: StepParts = {
  identity: {
    async read(deps, open, applicant, language) {
      const records = stepRecords(deps, open);
      const texts = deps.forms.languages[language];
      const barcode = await findBarcode(deps, applicant.trn);
      const { reading, validation_messages } = await identityChecks(deps, applicant, barcode, texts);
      return {
        validation_messages,
        checks: { reading },
        states: usStates,
        barcode: barcode?.fields ?? [],
        validation_message: applicantWarnings(barcode, open.context.today, texts),
        ...records,
        identification_data: {
          ...(isRecord(records.identification_data) && records.identification_data),
          ...(barcode?.fields && {
            BarcodeDocumentID: barcode.document,
            Barcodedata: barcode.fields,
            raw_data: barcode.text,
          }),
        },
      };
    },
  },
  licenceMatch: {
    async read(deps, open, applicant) {
      const license = await compareLicense(deps, applicant);
      // The files of this step aren't checked.
      const unread = { validation_messages: {}, checks: { reading: 0 } };
      return { ...unread, ...stepRecords(deps, open), ...identityRecords(license), licence_match: license.match };
    },
  },
  income: {
    async read(deps, open, applicant, language) {
      const texts = deps.forms.languages[language];
      // Includes the license's checks, because the documents dialog also shows the license.
      const { validation_messages, barcodes: _, ...checks } = await documentChecks(deps, applicant, texts);
      const answers = withDocumentGross(open, checks.monthly_avr_gross);
      const sources = describeSources(deps, open, await deps.stores.sources.list(applicant.trn), texts);
      const figures = incomeFigures(incomeRows(open.step, answers), validation_messages);
      return { validation_messages, checks, figures, sources, ...stepRecords(deps, { ...open, answers }) };
    },
    save: saveIncome,
  },
};

/** Returns the fields of step 1 that step 2 needs (docs/spec/001.md). */
function identityRecords({ open: { answers, step }, typed, fields }: ComparedLicense): Record<string, unknown> {
  const findAnswers = (body: string) => answers[sectionFor(step, body)] ?? {};
  const { availableToUpload_id, no_doc_reason, other_reason } = findAnswers('identification_data');
  const ssn = findAnswers('ssn_data');
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

/** Spelled as in docs/spec/001.md, validation_message. */
interface ApplicantWarning {
  message: string;
  isDeleted: boolean;
}

function applicantWarnings(
  barcode: LicenseBarcode | undefined,
  today: string,
  texts: Translations = {},
): ApplicantWarning[] {
  if (!barcode) return [];
  const { licenseExpired, barcodeUnread } = messages('server-application').warnings;
  const warn = (text: string) => [{ message: ownMember(texts, text) ?? text, isDeleted: false }];
  if (!barcode.fields) return warn(barcodeUnread);
  const expiry = barcode.fields.find(({ name }) => name === 'expiration_date')?.field_value_original ?? '';
  return expiry && expiry < today ? warn(licenseExpired) : [];
}
