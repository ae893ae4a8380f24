import type { StoredDocument } from '../../model/formContext';
import type { Answers } from '../../model/types';
import type { Applicant } from '../auth/sessions';
import { sealAnswers } from '../crypto/sealedAnswers';
import type { Deps } from '../deps';
import { BACK } from '../documents/documentStore';
import { stampOfSaved } from '../steps/draftStore';
import { madeWith } from '../steps/madeWith';
import { draftBound, openStep } from '../steps/openStep';

const SECTION = 'proof-of-identity';

/**
 * Lays a scanned side into the draft of the section it answers, so that the application can be finished on either device. For the page
 * that waits for the pictures, and takes them over, it is still the text that it knows. After the submission the file alone counts.
 */
export async function draftScan(deps: Deps, applicant: Applicant, document: StoredDocument): Promise<void> {
  const { trn } = applicant;
  const { drafts, answers, overlay, version } = await openStep(deps, applicant, 'application', 'identification');
  const { schema } = deps.forms.catalogue.section(SECTION);
  const key = await deps.keyring.keyOf(trn);
  const seal = (some: Answers) => sealAnswers(schema, some, key, draftBound(trn, SECTION));
  const scanned = scanAnswers(document);
  const draft = {
    trn,
    section: SECTION,
    data: seal({ ...(drafts[SECTION] ?? answers[SECTION]), ...scanned }),
    now: deps.clock(),
    stamp: stampOfSaved(version),
    ...madeWith(deps, overlay),
  };
  await deps.drafts.lay(draft, seal(scanned));
}

/** The answers that a scanned side gives. */
function scanAnswers({ document_id, blob_path }: StoredDocument): Answers {
  if (document_id === BACK) return { backfile: blob_path };
  return { availableToUpload_id: 'Yes', documenttype_id: document_id, file: blob_path };
}
