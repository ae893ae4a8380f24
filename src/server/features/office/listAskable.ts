import type { AskableState, OfficeDocument } from '../../../contract/office';
import { messages } from '../../../messages/serverMessages';
import { documentType } from '../../../model/section/documentTypes';
import type { ApplicationDeps } from '../../applications/applicationDeps';
import type { OpenApplication } from '../../applications/readApplication';
import type { RequestRow } from '../../applications/review/requestRepository';
import type { OfficeRow } from '../../applications/statusRepository';
import type { Translations } from '../../forms/languages';
import { listUploadPlaces } from './decide';
import { listMissing } from './listFindings';

interface AskableDocument {
  document_id: number;
  source_id: number;
  state: AskableState;
  template: string;
}

interface Source {
  open: OpenApplication;
  documents: readonly OfficeDocument[];
  requests: readonly Pick<RequestRow, 'document_id' | 'source_id' | 'state'>[];
}

export async function listAskable(
  deps: ApplicationDeps,
  row: OfficeRow,
  { open, documents, requests }: Source,
): Promise<AskableDocument[]> {
  const places = await listUploadPlaces(deps, row);
  const missing = await listMissing(deps, open);
  const words = deps.forms.languages[open.applicant.language] ?? {};
  const stateOf = (place: Place): AskableState => {
    if (requests.some((one) => one.state === 'requested' && isSame(one, place))) return 'requested';
    if (missing.some((one) => isSame(one, place))) return 'missing';
    const has = documents.some((one) => one.withdrawn_at === null && isSame(one, place));
    return has ? 'received' : 'optional';
  };
  return places.map((place) => ({ ...place, state: stateOf(place), template: requestText(place.document_id, words) }));
}

type Place = Pick<AskableDocument, 'document_id' | 'source_id'>;

const isSame = (one: Place, other: Place) => one.document_id === other.document_id && one.source_id === other.source_id;

function requestText(document: number, words: Translations): string {
  const templates: Record<string, string> = messages('server-office').requestTexts;
  const template = templates[documentType(document)?.name ?? ''] ?? messages('server-office').requestTexts.usual;
  return words[template] ?? template;
}
