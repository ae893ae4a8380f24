import type { ReviewState } from '../../../contract/success';
import { fillText } from '../../../model/messages/fillText';
import { officeMessages } from '../../../model/office';
import type { Translations } from '../../forms/languages';
import { openText } from '../../platform/crypto/seal';
import type { ApplicationDeps } from '../applicationDeps';
import { documentTitle, type SourceNames } from '../documents/documentNames';
import { findStatus } from '../statusRepository';
import { findAppeal } from './appeal';
import { requestAdditionalData } from './applyDecision';
import { listDecisions, readDecision } from './decisionRepository';
import { listRequests } from './requestRepository';
import { readTimeline } from './timeline';

/** Returns null before submission. */
export async function readReview(
  deps: ApplicationDeps,
  trn: string,
  sourceName: SourceNames,
  texts: Translations = {},
): Promise<ReviewState | null> {
  const row = await findStatus(deps.db, trn);
  if (!row) return null;
  const key = await deps.keyring.keyOf(trn);
  const { title, description } = officeMessages(texts).statuses[row.status].applicant;
  const { name: subscriber } = await deps.stores.subscribers.find(row.subscriber_id);
  const decision = readDecision(trn, row.decision, key);
  const timeline = await readTimeline(deps, trn, await listDecisions(deps.db, trn, key), texts, true);
  return {
    status: row.status,
    title,
    text: fillText(description ?? '', { subscriber }),
    conditions: decision?.conditions ?? null,
    letter: decision?.letter ?? null,
    appeal: await findAppeal(deps, row),
    requests: await readRequests(deps, trn, key, sourceName, texts),
    timeline: timeline.filter(({ kind }) => kind !== 'assigned'),
  };
}

async function readRequests(
  deps: Pick<ApplicationDeps, 'db'>,
  trn: string,
  key: Buffer,
  sourceName: SourceNames,
  texts: Translations,
): Promise<ReviewState['requests']> {
  const requests = await listRequests(deps.db, trn);
  return requests.map(({ sealed, asked_at, due_at, ...one }) => ({
    ...one,
    title: documentTitle(one.document_id, texts),
    source: sourceName(one.document_id, one.source_id),
    text: openText(sealed, key, requestAdditionalData(trn)),
    asked_at: asked_at.toISOString(),
    due_at: due_at?.toISOString() ?? null,
  }));
}
