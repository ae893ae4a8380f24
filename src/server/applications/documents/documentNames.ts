import { messages } from '../../../messages/serverMessages';
import { getIn, ownMember, recordsIn } from '../../../model/answers/paths';
import type { StepAnswers } from '../../../model/answers/stepBody';
import { documentId as documentIdOf, documentType } from '../../../model/section/documentTypes';
import type { Translations } from '../../forms/languages';
import { createTranslator } from '../../platform/mail/mail';

export type SourceNames = (documentId: number, sourceId: number) => string | null;

export const documentTitle = (type: number, texts: Translations): string => {
  const title = documentType(type)?.title ?? '';
  return texts[title] ?? title;
};

/** Returns a function that names a document's employer, income or bank account. `numbered` hides bank names. */
export function sourceNames(answers: StepAnswers, texts: Translations, banks: 'named' | 'numbered'): SourceNames {
  return (documentId, sourceId) => {
    const { section = '', list = '', name = '' } = documentType(documentId)?.rows ?? {};
    if (!section || sourceId === 0) return null;
    const rows = recordsIn(getIn(answers, [section, list]));
    const at = rows.findIndex(({ id }) => id === sourceId);
    const row = rows[at];
    const isBank = documentId === documentIdOf('banking');
    const names = isBank ? [row?.bank_name, row?.account_type] : [row?.[name]];
    const labels = names.flatMap((one) => (typeof one === 'string' && one ? (ownMember(texts, one) ?? one) : []));
    if (labels.length > 0 && !(isBank && banks === 'numbered')) return labels.join(', ');
    const { account, unnamed } = messages('server-application').documentSource;
    return createTranslator(texts)(isBank ? account : unnamed, { n: at < 0 ? sourceId : at + 1 });
  };
}
