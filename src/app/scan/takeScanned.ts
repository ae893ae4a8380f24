import type { StoredDocument } from '../../model/formContext';
import type { Answers } from '../../model/types';
import type { DocumentShelf } from '../steps/documentShelf';
import type { LoadedSection } from '../steps/panels';
import type { SectionDesk } from '../steps/sectionDesk';
import { BACK } from './scanFlow';

/** Puts pictures that a phone has sent into the open form, as if they had been chosen here; those it knows are left as they are. */
export function takeScanned(
  documents: readonly StoredDocument[],
  section: LoadedSection,
  desk: SectionDesk,
  shelf: DocumentShelf,
): void {
  const known = new Set(shelf.list().map(({ id }) => id));
  const fresh = documents.filter(({ id }) => !known.has(id));
  if (fresh.length === 0) return;
  for (const document of fresh) shelf.add(document);
  desk.replace(section, Object.assign({}, desk.answers(section), ...fresh.map(answersOf)));
}

function answersOf({ document_id, blob_path }: StoredDocument): Answers {
  if (document_id === BACK) return { backfile: blob_path };
  return { availableToUpload_id: 'Yes', documenttype_id: document_id, file: blob_path };
}
