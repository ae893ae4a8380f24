import type { ReviewState } from '../../contract/success';
import type { StepAnswers } from '../../model/body';
import { fillText } from '../../model/fillText';
import { officeWords } from '../../model/office';
import { openText } from '../crypto/seal';
import type { Deps } from '../deps';
import type { Words } from '../forms/languages';
import { readDecision, requestBound } from './officeActs';
import { sourceNames, titleOf } from './officeDocuments';
import { findStatus, listRequests } from './officeStore';
import { readTimeline } from './timeline';

/** What the office has made of an application, as its applicant reads it; null before it is handed in. `income` names whose documents are asked for. */
export async function readReview(
  deps: Deps,
  trn: string,
  income: StepAnswers,
  words: Words = {},
): Promise<ReviewState | null> {
  const row = await findStatus(deps.db, trn);
  if (!row) return null;
  const key = await deps.keyring.keyOf(trn);
  const { title, description } = officeWords(words).statuses[row.status].applicant;
  const { name: subscriber } = await deps.stores.subscribers.find(row.subscriber_id);
  const decision = readDecision(trn, row.decision, key);
  return {
    status: row.status,
    title,
    text: fillText(description ?? '', { subscriber }),
    conditions: decision?.conditions ?? null,
    letter: decision?.letter ?? null,
    requests: await readRequests(deps, trn, key, sourceNames(income, words), words),
    timeline: (await readTimeline(deps, trn, words, true)).filter(({ kind }) => kind !== 'assigned'),
  };
}

async function readRequests(
  deps: Deps,
  trn: string,
  key: Buffer,
  nameOf: ReturnType<typeof sourceNames>,
  words: Words,
): Promise<ReviewState['requests']> {
  const requests = await listRequests(deps.db, trn);
  return requests.map(({ sealed, asked_at, done_at, ...one }) => ({
    ...one,
    title: titleOf(one.document_id, words),
    source: nameOf(one.document_id, one.source_id),
    text: openText(sealed, key, requestBound(trn)),
    asked_at: asked_at.toISOString(),
    done: done_at !== null,
  }));
}
