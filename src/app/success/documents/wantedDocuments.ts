import type { ApplicationSummary } from '../../../contract/success';

export interface WantedDocument {
  key: string;
  title: string;
  type: number;
  /** Null if the document isn't about an employer, income or account. */
  source: number | null;
  text?: string;
  dueAt?: string | null;
  isDone?: boolean;
}

export function wantedDocuments(summary: ApplicationSummary): Record<'requested' | 'missing', WantedDocument[]> {
  const requested = listRequested(summary);
  const missing = listMissing(summary).filter((one) => !requested.some((other) => isSame(one, other)));
  return { requested, missing };
}

/** True if no document is left to send. */
export function isAllSent(summary: ApplicationSummary): boolean {
  return summary.document_status && wantedDocuments(summary).requested.every(({ isDone }) => isDone);
}

export interface Left {
  /** Titles of the documents left to send. */
  documents: string[];
  /** True if documents are missing, but the server doesn't name them. */
  hasUnnamed: boolean;
  hasQuestions: boolean;
}

export function listLeft(summary: ApplicationSummary): Left {
  const { requested, missing } = wantedDocuments(summary);
  const documents = [...requested.filter(({ isDone }) => !isDone), ...missing].map(({ title }) => title);
  return {
    documents,
    hasUnnamed: documents.length === 0 && !summary.document_status,
    hasQuestions: summary.secondary_status === 'Incomplete',
  };
}

/** Counts the page's open tasks: requested documents, the other documents, and the questionnaire. */
export function countLeft(summary: ApplicationSummary): number {
  const { requested } = wantedDocuments(summary);
  const tasks = [requested.some(({ isDone }) => !isDone), !summary.document_status, listLeft(summary).hasQuestions];
  return tasks.filter(Boolean).length;
}

const joinTitle = (title: string, source: string | null) => [title, source].filter(Boolean).join(', ');

const isSame = (one: WantedDocument, other: WantedDocument) =>
  one.type === other.type && (one.source ?? 0) === (other.source ?? 0);

function listRequested({ review }: ApplicationSummary): WantedDocument[] {
  if (review?.status !== 'documentsNeeded') return [];
  const open = review.requests.filter(({ state }) => state === 'requested' || state === 'received');
  return open.map((request) => ({
    key: String(request.id),
    title: joinTitle(request.title, request.source),
    type: request.document_id,
    source: request.source_id || null,
    text: request.text,
    dueAt: request.due_at,
    isDone: request.state === 'received',
  }));
}

function listMissing({ missing }: ApplicationSummary): WantedDocument[] {
  return missing.map(({ document, title, source, source_id }) => ({
    key: `${document} ${source_id} ${source}`,
    title: joinTitle(title, source),
    type: document,
    source: source_id,
  }));
}
