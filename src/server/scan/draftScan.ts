import type { StoredDocument } from '../../model/formContext';
import { sealAnswers } from '../crypto/sealedAnswers';
import type { Deps } from '../deps';
import type { Applicant } from '../sessions';
import { madeWith } from '../steps/madeWith';
import { draftBound, openStep } from '../steps/openStep';
import { BACK } from '../stores/documentStore';
import { stampOfSaved } from '../stores/draftStore';

const SECTION = 'proof-of-identity';

/**
 * Writes a scanned side into the draft of the section it answers, so that the application can be finished on either device.
 * After the submission there is nothing to answer: the file alone counts.
 */
export async function draftScan(deps: Deps, applicant: Applicant, document: StoredDocument): Promise<void> {
  const { trn } = applicant;
  const { drafts, answers, overlay, step, version } = await openStep(deps, applicant, 'application', 'identification');
  const { schema } = deps.forms.catalogue.section(SECTION);
  const data = { ...(drafts[SECTION] ?? answers[SECTION]), ...scanAnswers(document) };
  await deps.drafts.keep({
    trn,
    step: step.id,
    section: SECTION,
    data: sealAnswers(schema, data, await deps.keyring.keyOf(trn), draftBound(trn, SECTION)),
    now: deps.clock(),
    afterwards: false,
    // For the page that waits for the pictures, and takes them over, this is still the text it knows.
    stamp: (await deps.drafts.find(trn, SECTION))?.stamp ?? stampOfSaved(version),
    ...madeWith(deps, overlay),
  });
}

/** The answers that a scanned side gives. */
function scanAnswers({ document_id, blob_path }: StoredDocument): Record<string, unknown> {
  if (document_id === BACK) return { backfile: blob_path };
  return { availableToUpload_id: 'Yes', documenttype_id: document_id, file: blob_path };
}
