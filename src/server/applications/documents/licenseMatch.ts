import type { LicenseAnswer, LicenseMatch } from '../../../contract/steps';
import { toPointer } from '../../../model/answers/paths';
import { licenseDifferences, type OcrField, type Person, personOnLicense } from '../../../model/license/licenseFields';
import { sectionFor } from '../../../model/section/flow';
import type { Answers } from '../../../model/types';
import type { Applicant } from '../../platform/sessions/sessions';
import type { ApplicationDeps } from '../applicationDeps';
import { refuse } from '../applicationErrors';
import { sealAnswers } from '../sealedAnswers';
import type { CorrectedPerson } from '../steps/licenseChoiceRepository';
import { type OpenStep, openStepByRole } from '../steps/openStep';
import { draftAdditionalData, stepAdditionalData } from '../steps/readStored';
import { findBarcode } from './barcodes';

export interface ComparedLicense {
  open: OpenStep;
  typed: Person;
  fields: OcrField[] | undefined;
  /** Unresolved differences (docs/spec/001.md, §4). */
  match: LicenseMatch | null;
}

/** Compares the license with the saved answers. `match` is null if there's no saved license with a readable barcode. */
export async function compareLicense(deps: ApplicationDeps, applicant: Applicant): Promise<ComparedLicense> {
  const open = await openStepByRole(deps, applicant, 'identity');
  const typed = toPerson(open.answers[sectionFor(open.step, 'applicant')]);
  const hasBack = open.answers[sectionFor(open.step, 'identification_data')]?.backfile !== undefined;
  const barcode = hasBack && open.version > 0 ? await findBarcode(deps, applicant.trn) : undefined;
  if (!barcode?.fields) return { open, typed, fields: undefined, match: null };
  const { document, fields } = barcode;
  const chosen = await deps.stores.licenseChoices.find(applicant.trn, document);
  const differences = licenseDifferences(fields, typed).filter(({ part }) => chosen[part] === null);
  const isMatched = (part: 'name' | 'DOB') => differences.every((one) => one.part !== part);
  const match = { document, name_matched: isMatched('name'), DOB_matched: isMatched('DOB'), differences };
  return { open, typed, fields, match };
}

/**
 * Applies the applicant's choice between the answers and the license. Throws `notFound`, `invalid`, `submitted` or
 * `staleVersion`.
 */
export async function resolveLicense(
  deps: ApplicationDeps,
  applicant: Applicant,
  choice: LicenseAnswer,
): Promise<void> {
  const { open, typed, fields, match } = await compareLicense(deps, applicant);
  if (open.submitted) throw refuse('submitted');
  if (!fields || match?.document !== choice.document) throw refuse('notFound');
  const changes = chosenAnswers(choice, personOnLicense(fields, typed));
  const person = Object.keys(changes).length ? await correctPerson(deps, applicant.trn, open, changes) : undefined;
  const saved = await deps.stores.licenseChoices.save(applicant.trn, choice.document, choice, person);
  if (!saved) throw refuse('staleVersion');
}

function chosenAnswers({ name, DOB }: LicenseAnswer, read: Person): Partial<Person> {
  return {
    ...(name === 'document' && { first_name: read.first_name, last_name: read.last_name }),
    ...(DOB === 'document' && { DOB: read.DOB }),
  };
}

async function correctPerson(
  deps: Pick<ApplicationDeps, 'forms' | 'keyring' | 'clock'>,
  trn: string,
  open: OpenStep,
  changes: Partial<Person>,
): Promise<CorrectedPerson> {
  const section = sectionFor(open.step, 'applicant');
  const input = { ...open.answers[section], ...changes };
  const { answers, errors } = deps.forms.getChecker(section, open.settings).check(input, open.context);
  if (errors.length)
    throw refuse('invalid', {
      errors: errors.map(({ path, message }) => ({ path: toPointer(path), section, field: toPointer(path), message })),
    });
  const { schema } = deps.forms.catalog.section(section);
  const key = await deps.keyring.keyOf(trn);
  const draft = open.drafts()[section];
  const { first_name, last_name } = toPerson(answers);
  return {
    step: open.step.id,
    section,
    version: open.version,
    data: sealAnswers(schema, answers, key, stepAdditionalData(trn, open.step.id)),
    draft: draft && sealAnswers(schema, { ...draft, ...changes }, key, draftAdditionalData(trn, section)),
    first_name,
    last_name,
    now: deps.clock(),
  };
}

/**
 * Returns the name and date of birth. Drafts take precedence over saved answers. Empty names default to the
 * application's names.
 */
export function latestPerson({ step, answers, drafts }: OpenStep, { firstName, lastName }: Applicant): Person {
  const section = sectionFor(step, 'applicant');
  const typed = toPerson({ ...answers[section], ...drafts()[section] });
  return { ...typed, first_name: typed.first_name || firstName, last_name: typed.last_name || lastName };
}

function toPerson(answers: Answers = {}): Person {
  const read = (name: string) => String(answers[name] ?? '');
  return { first_name: read('first_name'), last_name: read('last_name'), DOB: read('DOB') };
}
