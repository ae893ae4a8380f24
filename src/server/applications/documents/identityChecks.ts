import { messages } from '../../../messages/serverMessages';
import { formatDay } from '../../../model/format/dates';
import type { IncomeChecks, ValidationMessage } from '../../../model/income/checks/documentChecks';
import {
  type LicenseDifference,
  licenseDifferences,
  type Person,
  personOnLicense,
} from '../../../model/license/licenseFields';
import { fillText } from '../../../model/messages/fillText';
import { translateAll } from '../../../model/messages/translate';
import { languageIn, type Translations } from '../../forms/languages';
import type { Applicant } from '../../platform/sessions/sessions';
import type { ApplicationDeps } from '../applicationDeps';
import { openStepByRole } from '../steps/openStep';
import type { LicenseBarcode } from './barcodes';
import { latestPerson } from './licenseMatch';

export type IdentityChecks = Pick<IncomeChecks, 'reading' | 'validation_messages'>;

export async function identityChecks(
  deps: ApplicationDeps,
  applicant: Applicant,
  barcode: LicenseBarcode | undefined,
  language?: Translations,
): Promise<IdentityChecks> {
  const { trn } = applicant;
  const reading = await deps.stores.barcodes.countWaiting(trn);
  const back = barcode && (await deps.stores.documents.find(trn, barcode.document));
  if (!barcode || !back) return { reading, validation_messages: {} };
  const checks = await checkBarcode(deps, applicant, barcode, language);
  const place = `source_${back.source_id}`;
  return { reading, validation_messages: { [back.document_id]: { [place]: { applicant: checks } } } };
}

type Found = Pick<ValidationMessage, 'rule' | 'outcome' | 'message'> & Partial<ValidationMessage>;

async function checkBarcode(
  deps: ApplicationDeps,
  applicant: Applicant,
  { document, fields }: LicenseBarcode,
  language: Translations = {},
): Promise<ValidationMessage[]> {
  const { license } = translateAll(messages('server-application'), language);
  if (!fields) return assignIds(document, [{ rule: 'barcode', outcome: 'inconclusive', message: license.unread }]);
  const open = await openStepByRole(deps, applicant, 'identity');
  const typed = latestPerson(open, applicant);
  const read = personOnLicense(fields, NO_PERSON);
  const chosen = await deps.stores.licenseChoices.find(applicant.trn, document);
  const differences = licenseDifferences(fields, typed);
  const found = PARTS.flatMap((part): Found[] => {
    const difference = differences.find((one) => one.part === part);
    const answers = { document: textOf(part, read, language), typed: textOf(part, typed, language) };
    if (!answers.document || !answers.typed) return [];
    if (!difference) return [matched(part, answers.document, license.same)];
    return [differing(part, answers, chosen[part] === null ? undefined : license.chosen, license.different)];
  });
  const expiry = fields.find(({ name }) => name === 'expiration_date')?.field_value_original ?? '';
  const isExpired = expiry !== '' && expiry < open.context.today;
  const expired: Found[] = isExpired ? [{ rule: 'expiry', outcome: 'failed', message: license.expired }] : [];
  return assignIds(document, [...expired, ...found]);
}

type Part = LicenseDifference['part'];

const PARTS: Part[] = ['name', 'DOB'];

const NO_PERSON: Person = { first_name: '', last_name: '', DOB: '' };

function textOf(part: Part, { first_name, last_name, DOB }: Person, language: Translations): string {
  return part === 'DOB' ? formatDay(DOB, languageIn(language)) : `${first_name} ${last_name}`.trim();
}

const matched = (part: Part, found: string, text: string): Found => ({
  rule: part,
  outcome: 'passed',
  found,
  message: fillText(text, { document: found }),
});

function differing(
  rule: Part,
  values: { document: string; typed: string },
  chosen: string | undefined,
  different: string,
): Found {
  const message = fillText(chosen ?? different, values);
  return { rule, outcome: 'inconclusive', message, asksConfirmation: true, answer: chosen ? values.typed : null };
}

/** Ids are negative, because these checks aren't stored. */
function assignIds(document: number, found: readonly Found[]): ValidationMessage[] {
  return found.map((one, index) => ({
    isDeleted: false,
    expected: null,
    found: null,
    answer: null,
    noAnswer: true,
    document,
    ...one,
    id: -(document * 10 + index),
  }));
}
