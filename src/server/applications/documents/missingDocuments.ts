import { messages } from '../../../messages/serverMessages';
import { recordsIn } from '../../../model/answers/paths';
import type { StepAnswers } from '../../../model/answers/stepBody';
import type { StoredDocument } from '../../../model/formContext';
import { providedDocuments } from '../../../model/household';
import { type DocumentType, documentTypes, hasRole } from '../../../model/section/documentTypes';
import type { HouseholdRole, SubscriberSettings } from '../../../model/types';
import type { Translations } from '../../forms/languages';
import { documentTitle } from './documentNames';

/** Returns the required documents that are missing (docs/spec/003.md). */
export function missingDocuments(
  settings: SubscriberSettings,
  documents: readonly StoredDocument[],
  income: StepAnswers,
  role?: HouseholdRole,
): Missing[] {
  const provided = providedDocuments(role);
  const required = documentTypes().filter(
    ({ id, setting }) => setting && settings.settings[setting] === 'Required' && (provided?.includes(id) ?? true),
  );
  const [identity] = required.filter(({ role }) => role === 'identity');
  const needed = required.filter((type) => type.role !== 'identity' || type === identity);
  return needed.flatMap((type) => findMissing(type, documents, income));
}

export interface Missing {
  document: number;
  /** The id of the employer, income or account. 0 for rows saved without an id. */
  source?: number;
}

function findMissing(type: DocumentType, documents: readonly StoredDocument[], income: StepAnswers): Missing[] {
  const has = (id: number, source?: number) =>
    documents.some((one) => one.document_id === id && (source === undefined || one.source_id === source));
  const { id, rows } = type;
  if (rows) {
    const sources = new Set(recordsIn(income[rows.section]?.[rows.list]).map((row) => Number(row.id ?? 0)));
    return [...sources].filter((source) => !has(id, source)).map((source) => ({ document: id, source }));
  }
  const isComplete = alternatives(type).some((one) => has(one.id) && (one.back === undefined || has(one.back)));
  if (isComplete) return [];
  const frontOnly = alternatives(type).find((one) => has(one.id));
  return [{ document: frontOnly?.back ?? id }];
}

function alternatives(type: DocumentType): readonly DocumentType[] {
  return type.role === 'identity' ? documentTypes().filter(({ role }) => role === 'identity') : [type];
}

/** Doesn't name a specific identity document, because applicants can choose. */
export function missingTitle(document: number, texts: Translations): string {
  const { identity, identityBack } = messages('server-application').missing;
  const translate = (text: string) => texts[text] ?? text;
  if (hasRole('identityBack', document)) return translate(identityBack);
  return hasRole('identity', document) ? translate(identity) : documentTitle(document, texts);
}
