import type { LicenceAnswer, LicenceMatch } from '../../contract/steps';
import { licenceDifferences, type OcrField, type Person, personOnLicence } from '../../model/ocrFields';
import { toPointer } from '../../model/paths';
import type { Answers } from '../../model/types';
import type { Applicant } from '../auth/sessions';
import { sealAnswers } from '../crypto/sealedAnswers';
import type { Deps } from '../deps';
import { refuse } from '../http/errors';
import { findBarcode } from '../scan/scanState';
import type { ChangedPerson } from './licenceChoiceStore';
import { draftBound, type OpenStep, openRole, stepBound } from './openStep';

/** Step 1 as the match looks at it. */
export interface SeenLicence {
  open: OpenStep;
  typed: Person;
  fields: OcrField[] | undefined;
  /** Where they differ, nothing being chosen yet (spec 001 §4). */
  match: LicenceMatch | null;
}

/** Compares the saved step 1 with its licence; `match` is null without a back side or a barcode. */
export async function seeLicence(deps: Deps, applicant: Applicant): Promise<SeenLicence> {
  const open = await openRole(deps, applicant, 'identity');
  const typed = personIn(open.answers[sectionOf(open, 'applicant')]);
  const hasBack = open.answers[sectionOf(open, 'identification_data')]?.backfile !== undefined;
  const barcode = hasBack && open.version > 0 ? await findBarcode(deps, applicant.trn) : undefined;
  if (!barcode?.fields) return { open, typed, fields: undefined, match: null };
  const { document, fields } = barcode;
  const chosen = await deps.stores.licenceChoices.find(applicant.trn, document);
  const differences = licenceDifferences(fields, typed).filter(({ part }) => chosen[part] === null);
  const isMatched = (part: 'name' | 'DOB') => differences.every((one) => one.part !== part);
  const match = { document, name_matched: isMatched('name'), DOB_matched: isMatched('DOB'), differences };
  return { open, typed, fields, match };
}

/**
 * Takes the applicant's choice: the document's word overwrites the names or the date of birth of step 1. Throws `notFound` when
 * the licence is another by now, `invalid` when the document's word is no answer, `submitted` and `staleVersion` as a save does.
 */
export async function chooseLicence(deps: Deps, applicant: Applicant, choice: LicenceAnswer): Promise<void> {
  const { open, typed, fields, match } = await seeLicence(deps, applicant);
  if (open.submitted) throw refuse('submitted');
  if (!fields || match?.document !== choice.document) throw refuse('notFound');
  const changes = changesOf(choice, personOnLicence(fields, typed));
  const person = Object.keys(changes).length ? await changedPerson(deps, applicant.trn, open, changes) : undefined;
  const kept = await deps.stores.licenceChoices.keep(applicant.trn, choice.document, choice, person);
  if (!kept) throw refuse('staleVersion');
}

function changesOf({ name, DOB }: LicenceAnswer, read: Person): Partial<Person> {
  return {
    ...(name === 'document' && { first_name: read.first_name, last_name: read.last_name }),
    ...(DOB === 'document' && { DOB: read.DOB }),
  };
}

async function changedPerson(
  deps: Deps,
  trn: string,
  open: OpenStep,
  changes: Partial<Person>,
): Promise<ChangedPerson> {
  const section = sectionOf(open, 'applicant');
  const given = { ...open.answers[section], ...changes };
  const { answers, errors } = deps.forms.checkerFor(section, open.overlay).check(given, open.context);
  if (errors.length)
    throw refuse('invalid', {
      errors: errors.map(({ path, message }) => ({ path: toPointer(path), section, field: toPointer(path), message })),
    });
  const { schema } = deps.forms.catalogue.section(section);
  const key = await deps.keyring.keyOf(trn);
  const draft = open.drafts()[section];
  const { first_name, last_name } = personIn(answers);
  return {
    step: open.step.id,
    section,
    version: open.version,
    data: sealAnswers(schema, answers, key, stepBound(trn, open.step.id)),
    draft: draft && sealAnswers(schema, { ...draft, ...changes }, key, draftBound(trn, section)),
    first_name,
    last_name,
    now: deps.clock(),
  };
}

/** The section that a member of step 1's body belongs to. */
function sectionOf({ step }: OpenStep, body: string): string {
  return step.sections.find((part) => part.body === body)?.section ?? '';
}

function personIn(answers: Answers = {}): Person {
  const text = (name: string) => String(answers[name] ?? '');
  return { first_name: text('first_name'), last_name: text('last_name'), DOB: text('DOB') };
}
